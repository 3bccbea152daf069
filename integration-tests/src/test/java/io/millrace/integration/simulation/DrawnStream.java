package io.millrace.integration.simulation;

import io.millrace.api.DataStream;
import java.util.List;
import java.util.function.Function;

/**
 * A stream of a drawn pipeline: how it is built, and what flows through it in an undisturbed run, in any order.
 *
 * @param build builds it; once per building
 * @param items all that flows
 * @param order what is kept of its order
 */
record DrawnStream(Function<Building, DataStream<Item>> build, List<Item> items, Order order) {

    /** What is kept of the order of items. */
    enum Order {
        NONE,

        /** Items of one key and one origin come with rising index. */
        PER_KEY,

        /** Items of one origin come with rising index, whatever their key. */
        PER_ORIGIN
    }

    /** A stream that is used twice is the same step of the pipeline. */
    static DrawnStream of(Function<Building, DataStream<Item>> build, List<Item> items, Order order) {
        Object identity = new Object();
        return new DrawnStream(building -> building.once(identity, build), List.copyOf(items), order);
    }

    DataStream<Item> in(Building building) {
        return build.apply(building);
    }
}
