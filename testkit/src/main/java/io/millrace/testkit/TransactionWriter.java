package io.millrace.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;

/**
 * Writes strings to topics in transactions that are committed, aborted, or left open on purpose. Confined to one thread.
 *
 * <pre>{@code
 * try (TransactionWriter writer = new TransactionWriter(kafka.bootstrapServers(), "some-id")) {
 *     writer.begin();
 *     writer.writeTo("lines", 0, "never seen");
 *     writer.abort();
 * }
 * }</pre>
 */
public final class TransactionWriter implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final String transactionalId;
    private final SentRecords sent;
    private final ClusterAdmin admin;

    /** Takes the transactional id over, which aborts what its last owner left open. */
    public TransactionWriter(String bootstrapServers, String transactionalId) {
        this(bootstrapServers, transactionalId, Duration.ofMinutes(1));
    }

    /** Takes the transactional id over; the broker aborts a transaction that is open for longer than the timeout. */
    public TransactionWriter(String bootstrapServers, String transactionalId, Duration transactionTimeout) {
        this.transactionalId = transactionalId;
        this.sent = new SentRecords(
                bootstrapServers,
                Map.of(
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        transactionalId,
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        Math.toIntExact(transactionTimeout.toMillis())));
        this.admin = new ClusterAdmin(bootstrapServers, node -> true);
        try {
            sent.producer().initTransactions();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public void begin() {
        sent.producer().beginTransaction();
    }

    /** Writes values without keys, to the partitions of the topic in turn; returns when the brokers have them. */
    public void write(String topic, List<String> values) {
        sent.spread(topic, values);
        sent.awaitAll();
    }

    /** Writes values without keys to one partition; returns when the brokers have them. */
    public void writeTo(String topic, int partition, String... values) {
        sent.toPartition(topic, partition, values);
        sent.awaitAll();
    }

    /** Writes one record to the partition that its key belongs to; both key and value may be null. */
    public void writeKeyed(String topic, @Nullable String key, @Nullable String value) {
        sent.keyed(topic, key, value);
        sent.awaitAll();
    }

    /** Commits and returns when readers can see the records, which is a moment later than the client says so. */
    public void commit() {
        sent.producer().commitTransaction();
        awaitMarkers();
    }

    /** Aborts and returns when readers no longer wait for the transaction. */
    public void abort() {
        sent.producer().abortTransaction();
        awaitMarkers();
    }

    private void awaitMarkers() {
        new ClusterInspector(admin.admin()).awaitNoOpenTransaction(transactionalId, BOUND);
    }

    /** Disappears as a crashed process does: an open transaction stays open until its timeout, or until its id is taken over. */
    public void abandon() {
        admin.close();
        sent.abandon();
    }

    /** Closes in good order, which aborts an open transaction. */
    @Override
    public void close() {
        admin.close();
        sent.close();
    }
}
