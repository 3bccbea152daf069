package io.millrace.integration.simulation;

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

    private final Random random;
    private int steps;

    DrawnSteps(Random random) {
        this.random = random;
    }

    DrawnStream source(int source, DrawnInput input) {
        int step = steps++;
        return DrawnStream.of(
                building -> building.pipeline()
                        .from(DrawnInput.uid(source), building.outside().source(building.process(), source))
                        .parallelism(building.parallelism(step)),
                input.all(source),
                Order.PER_ORIGIN);
    }

    DrawnStream anyStep(DrawnStream from) {
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
        return DrawnStream.of(
                building -> one.in(building).union(other.in(building)).map(item -> use(building, item)),
                items,
                Order.NONE);
    }

    private DrawnStream filter(DrawnStream from) {
        int modulus = 2 + random.nextInt(3);
        return DrawnStream.of(
                building -> from.in(building).filter(item -> use(building, item).index() % modulus != 0),
                from.items().stream()
                        .filter(item -> item.index() % modulus != 0)
                        .toList(),
                from.order());
    }

    private DrawnStream otherKeys(DrawnStream from) {
        int keys = 1 + random.nextInt(6);
        return DrawnStream.of(
                building -> from.in(building).map(item -> otherKey(use(building, item), keys)),
                from.items().stream().map(item -> otherKey(item, keys)).toList(),
                from.order() == Order.PER_ORIGIN ? Order.PER_ORIGIN : Order.NONE);
    }

    private static Item otherKey(Item item, int keys) {
        return item.withKey("o" + Math.floorMod(item.key().hashCode() * 7, keys));
    }

    private DrawnStream flatMap(DrawnStream from) {
        int most = 1 + random.nextInt(MOST_COPIES);
        return DrawnStream.of(
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
        return DrawnStream.of(
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
        return DrawnStream.of(
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
        return DrawnStream.of(
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
        return DrawnStream.of(
                building -> from.in(building)
                        .keyBy(Item::origin, Serdes.string())
                        .process("order-" + step, () -> new RequireOrder(building::userCode))
                        .parallelism(building.parallelism(step)),
                from.items(),
                Order.PER_ORIGIN);
    }

    private static Item use(Building building, Item item) {
        building.userCode();
        return item;
    }
}
