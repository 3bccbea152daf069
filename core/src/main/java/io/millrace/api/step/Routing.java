package io.millrace.api.step;

import io.millrace.api.KeySelector;
import io.millrace.api.Serde;

/** How the records of one step are spread over the tasks of the next. */
public sealed interface Routing {

    /** Task i to task i where both steps have the same parallelism, in turn over all tasks otherwise. */
    record Forward() implements Routing {}

    /** In turn over all tasks. */
    record Rebalance() implements Routing {}

    /** Each record to every task. */
    record Broadcast() implements Routing {}

    /**
     * Records with the same key to the same task.
     *
     * @param selector tells the key
     * @param serde how keys are written
     */
    record ByKey<T, K>(KeySelector<T, K> selector, Serde<K> serde) implements Routing {}
}
