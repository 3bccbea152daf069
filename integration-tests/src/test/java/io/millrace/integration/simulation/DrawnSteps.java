package io.millrace.integration.simulation;

import io.millrace.api.RecordFailedException.Reason;
import io.millrace.integration.simulation.DrawnErrors.OfStep;
import io.millrace.integration.simulation.DrawnErrors.Refusals;
import io.millrace.integration.simulation.DrawnStream.Order;
import io.millrace.serde.Serdes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/** Draws the steps of a pipeline. What a step makes of its items depends on each item alone, or on their number per key. */
final class DrawnSteps {

    /** Indexes of copies of one item lie between those of its neighbours. */
    private static final int MOST_COPIES = 4;

    /** A function fails on one item in so many. */
    private static final int ITEMS_PER_REFUSED_ONE = 5;

    private final Random random;
    private final DrawnErrors errors;
    private int steps;

    DrawnSteps(Random random, DrawnErrors errors) {
        this.random = random;
        this.errors = errors;
    }

    DrawnStream source(int source, DrawnInput input) {
        int step = steps++;
        String uid = DrawnInput.uid(source);
        OfStep onError = errors.ofStep();
        return DrawnStream.source(
                        building -> onError.in(
                                building,
                                building.pipeline()
                                        .from(uid, building.outside().source(building.process(), source))
                                        .parallelism(building.parallelism(step))),
                        input.readable(source))
                .refusing(new Refusals(uid, Reason.DESERIALIZATION, onError.policy(), input.unreadable(source)));
    }

    DrawnStream anyStep(DrawnStream from) {
        if (errors.any() && from.tellsOrigin() && random.nextInt(3) == 0) {
            return random.nextBoolean() ? refuse(from) : refuseByKey(from);
        }
        return switch (random.nextInt(8)) {
            case 0 -> filter(from);
            case 1 -> otherKeys(from);
            case 2 -> flatMap(from);
            case 3 -> rebalance(from);
            case 4 -> broadcast(from);
            case 5 -> from.order() == Order.PER_ORIGIN ? requireOrder(from) : count(from);
            default -> count(from);
        };
    }

    DrawnStream union(DrawnStream one, DrawnStream other) {
        if (one == other) {
            return rebalance(one); // a step takes each stream once
        }
        List<Item> items = new ArrayList<>(one.items());
        items.addAll(other.items());
        return one.with(other)
                .then(
                        building -> one.in(building).union(other.in(building)).map(item -> use(building, item)),
                        items,
                        Order.NONE);
    }

    private DrawnStream filter(DrawnStream from) {
        int modulus = 2 + random.nextInt(3);
        return from.then(
                building -> from.in(building).filter(item -> use(building, item).index() % modulus != 0),
                from.items().stream()
                        .filter(item -> item.index() % modulus != 0)
                        .toList(),
                from.order());
    }

    private DrawnStream otherKeys(DrawnStream from) {
        int keys = 1 + random.nextInt(6);
        return from.then(
                building -> from.in(building).map(item -> otherKey(use(building, item), keys)),
                from.items().stream().map(item -> otherKey(item, keys)).toList(),
                from.order() == Order.PER_ORIGIN ? Order.PER_ORIGIN : Order.NONE);
    }

    private static Item otherKey(Item item, int keys) {
        return item.withKey("o" + Math.floorMod(item.key().hashCode() * 7, keys));
    }

    private DrawnStream flatMap(DrawnStream from) {
        int most = 1 + random.nextInt(MOST_COPIES);
        return from.withoutOrigin()
                .then(
                        building -> from.in(building).flatMap(item -> copies(use(building, item), most)),
                        from.items().stream()
                                .flatMap(item -> copies(item, most).stream())
                                .toList(),
                        from.order());
    }

    private static List<Item> copies(Item item, int most) {
        return LongStream.range(0, Math.floorMod(item.fingerprint(), most + 1))
                .mapToObj(copy -> item.withIndex(item.index() * (MOST_COPIES + 1) + copy))
                .toList();
    }

    private DrawnStream rebalance(DrawnStream from) {
        int step = steps++;
        return from.then(
                building -> from.in(building)
                        .rebalance()
                        .map(item -> use(building, item))
                        .parallelism(building.parallelism(step)),
                from.items(),
                Order.NONE);
    }

    /** The number of tasks decides how often each item comes, so it is always the same. */
    private DrawnStream broadcast(DrawnStream from) {
        int tasks = 1 + random.nextInt(3);
        List<Item> items = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            items.addAll(from.items());
        }
        return from.then(
                building -> from.in(building)
                        .broadcast()
                        .map(item -> use(building, item))
                        .parallelism(tasks),
                items,
                Order.NONE);
    }

    DrawnStream count(DrawnStream from) {
        int step = steps++;
        String uid = "count-" + step;
        boolean inPlace = random.nextBoolean();
        return from.withoutOrigin()
                .then(
                        building -> from.in(building)
                                .keyBy(Item::key, Serdes.string())
                                .process(
                                        uid,
                                        () -> inPlace
                                                ? new CountInPlace(uid, building::userCode)
                                                : new CountItems(uid, building::userCode))
                                .parallelism(building.parallelism(step)),
                        counts(from.items(), uid),
                        Order.PER_KEY);
    }

    private static List<Item> counts(List<Item> items, String uid) {
        Map<String, Long> sums = new HashMap<>();
        Map<String, Long> numbers = new HashMap<>();
        for (Item item : items) {
            sums.merge(item.key(), item.fingerprint(), Long::sum);
            numbers.merge(item.key(), 1L, Long::sum);
        }
        List<Item> counts = new ArrayList<>();
        numbers.forEach((key, number) -> LongStream.rangeClosed(1, number)
                .mapToObj(index -> new Item(key, uid, index, index == number ? sums.get(key) : 0))
                .forEach(counts::add));
        return counts;
    }

    private DrawnStream requireOrder(DrawnStream from) {
        int step = steps++;
        return from.then(
                building -> from.in(building)
                        .keyBy(Item::origin, Serdes.string())
                        .process("order-" + step, () -> new RequireOrder(item -> building.userCode(), true))
                        .parallelism(building.parallelism(step)),
                from.items(),
                Order.PER_ORIGIN);
    }

    /** A function without state that throws on some items. */
    private DrawnStream refuse(DrawnStream from) {
        OfStep onError = errors.ofStep();
        int part = random.nextInt(ITEMS_PER_REFUSED_ONE);
        return from.then(
                        building -> onError.in(
                                building,
                                from.in(building).map(item -> RefusedException.throwIf(isRefused(item, part), item))),
                        accepted(from, part),
                        from.order())
                .refusing(new Refusals("", Reason.FUNCTION, onError.policy(), refused(from, part)));
    }

    /** A function with state, or its key selector, that throws on some items before it changes its state. */
    private DrawnStream refuseByKey(DrawnStream from) {
        int step = steps++;
        String uid = "refuse-" + step;
        OfStep onError = errors.ofStep();
        int part = random.nextInt(ITEMS_PER_REFUSED_ONE);
        boolean bySelector = random.nextBoolean();
        return from.then(
                        building -> onError.in(
                                building,
                                from.in(building)
                                        .keyBy(
                                                item -> RefusedException.throwIf(
                                                                bySelector && isRefused(item, part), item)
                                                        .origin(),
                                                Serdes.string())
                                        .process(
                                                uid,
                                                () -> new RequireOrder(
                                                        item -> RefusedException.throwIf(isRefused(item, part), item),
                                                        from.order() == Order.PER_ORIGIN))
                                        .parallelism(building.parallelism(step))),
                        accepted(from, part),
                        from.order() == Order.PER_ORIGIN ? Order.PER_ORIGIN : Order.NONE)
                .refusing(new Refusals(
                        uid, bySelector ? Reason.KEY : Reason.FUNCTION, onError.policy(), refused(from, part)));
    }

    private static boolean isRefused(Item item, int part) {
        return Math.floorMod(item.withKey("").fingerprint(), ITEMS_PER_REFUSED_ONE) == part;
    }

    private static List<Item> refused(DrawnStream from, int part) {
        return from.items().stream().filter(item -> isRefused(item, part)).toList();
    }

    private static List<Item> accepted(DrawnStream from, int part) {
        return from.items().stream().filter(item -> !isRefused(item, part)).toList();
    }

    private static Item use(Building building, Item item) {
        building.userCode();
        return item;
    }
}
