package io.millrace.integration.simulation;

import io.millrace.api.DataStream;
import io.millrace.integration.simulation.DrawnErrors.Refusals;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A stream of a drawn pipeline: how it is built, and what flows through it in an undisturbed run, in any order.
 *
 * @param build builds it; once per building
 * @param items all that flows
 * @param order what is kept of its order
 * @param tellsOrigin whether each item still says by its origin and index which record it comes from
 * @param refusals what this step and all before it fail on
 */
record DrawnStream(
        Function<Building, DataStream<Item>> build,
        List<Item> items,
        Order order,
        boolean tellsOrigin,
        Set<Refusals> refusals) {

    /** What is kept of the order of items. */
    enum Order {
        NONE,

        /** Items of one key and one origin come with rising index. */
        PER_KEY,

        /** Items of one origin come with rising index, whatever their key. */
        PER_ORIGIN
    }

    /** Reads what an undisturbed run reads. A stream that is used twice is the same step of the pipeline. */
    static DrawnStream source(Function<Building, DataStream<Item>> build, List<Item> items) {
        return new DrawnStream(once(build), List.copyOf(items), Order.PER_ORIGIN, true, Set.of());
    }

    private static Function<Building, DataStream<Item>> once(Function<Building, DataStream<Item>> build) {
        Object identity = new Object();
        return building -> building.once(identity, build);
    }

    /** Goes on with this stream. */
    DrawnStream then(Function<Building, DataStream<Item>> next, List<Item> outcome, Order kept) {
        return new DrawnStream(once(next), List.copyOf(outcome), kept, tellsOrigin, refusals);
    }

    DrawnStream withoutOrigin() {
        return new DrawnStream(build, items, order, false, refusals);
    }

    DrawnStream refusing(Refusals... more) {
        Set<Refusals> all = new HashSet<>(refusals);
        all.addAll(List.of(more));
        return new DrawnStream(build, items, order, tellsOrigin, Set.copyOf(all));
    }

    /** Something of the other stream is in this one. */
    DrawnStream with(DrawnStream other) {
        DrawnStream both = refusing(other.refusals.toArray(Refusals[]::new));
        return other.tellsOrigin ? both : both.withoutOrigin();
    }

    DataStream<Item> in(Building building) {
        return build.apply(building);
    }
}
