package io.millrace.testkit;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * A Kafka cluster for tests and demos, reached on loopback only.
 *
 * <pre>{@code
 * try (KafkaCluster kafka = EmbeddedKafka.start()) {
 *     kafka.createTopic("lines", 4);
 *     // start what is to be tested with kafka.bootstrapServers()
 * }
 * }</pre>
 *
 * <p>Topics are never created by merely being used. Every call is bounded in time and fails with a {@link TestkitException}.
 * Implementations are thread-safe.
 */
public interface KafkaCluster extends AutoCloseable {
    /** Where clients connect to; stays the same when brokers are stopped and started again. */
    String bootstrapServers();

    /** An admin client, shared by all callers and closed together with the cluster. */
    Admin admin();

    /** Creates a topic with the cluster's default settings and returns when all its brokers know it. */
    default void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /** Creates a topic with the given topic settings and returns when all its brokers know it. */
    void createTopic(String name, int partitions, Map<String, String> configs);

    /** Ends the cluster and removes what it made; a second call does nothing. */
    @Override
    void close();
}
