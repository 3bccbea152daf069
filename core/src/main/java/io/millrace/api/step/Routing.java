package io.millrace.api.step;

import io.millrace.api.KeySelector;
import io.millrace.api.Serde;

/** How the records of one step are spread over the tasks of the next. */
public sealed interface Routing {

    /** Hands this routing to the reader's method for its kind, so that a new kind breaks the build wherever it matters. */
    <R> R read(Reader<R> reader);

    /** Answers something about a routing, by kind. */
    interface Reader<R> {

        R forward();

        R rebalance();

        R broadcast();

        R byKey(ByKey<?, ?> keys);
    }

    /** Task i to task i where both steps have the same parallelism, in turn over all tasks otherwise. */
    record Forward() implements Routing {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.forward();
        }
    }

    /** In turn over all tasks. */
    record Rebalance() implements Routing {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.rebalance();
        }
    }

    /** Each record to every task. */
    record Broadcast() implements Routing {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.broadcast();
        }
    }

    /**
     * Records with the same key to the same task.
     *
     * @param selector tells the key
     * @param serde how keys are written
     */
    record ByKey<T, K>(KeySelector<T, K> selector, Serde<K> serde) implements Routing {

        @Override
        public <R> R read(Reader<R> reader) {
            return reader.byKey(this);
        }
    }
}
