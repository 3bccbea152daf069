package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * All by which the connector reaches outside of itself: the clients of a cluster, the clock and threads. So its protocol
 * runs unchanged over a simulated cluster.
 *
 * <p>Thread-safe.
 */
interface KafkaClients {

    /** Makes a producer from a complete configuration; does not connect yet. */
    Producer<byte[], byte[]> producer(Map<String, Object> config);

    /** Makes a consumer from a complete configuration; does not connect yet. */
    default Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
        return consumer(config, () -> {});
    }

    /**
     * Makes a consumer as above.
     *
     * @param metadataUpdated called, by a thread of the consumer or within one of its calls, whenever it learns anew what
     *     topics there are and who leads their partitions, and before it fetches by that. A topic that was created again
     *     under its name is never read from without such a call
     */
    Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated);

    /**
     * Makes a client for administrative calls; does not connect yet.
     *
     * @param bound how long a call may take
     */
    AdminCalls admin(Map<String, Object> config, Duration bound);

    Clock clock();

    /** Makes an attempt's background work; {@code name} is for people. */
    Background background(String name);
}
