package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.DamagedException;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import io.millrace.spi.LogEntryCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads the one partition of a job's commit topic, and makes the records that go into it. Entries are keyed by their kind, so
 * that compaction keeps the last takeover and the last commit.
 *
 * <p>One call at a time, by threads that may block.
 */
final class CommitTopic {

    private static final byte[] TAKEOVER = "takeover".getBytes(UTF_8);
    private static final byte[] COMMIT = "commit".getBytes(UTF_8);

    /** All that is to be read is there, and closing waits for the last fetch, which asks for more. */
    private static final int FETCH_WAIT_MILLIS = 10;

    /** A fetch that gets no answer must leave time for others within the bound. */
    private static final int FETCHES_WITHIN_BOUND = 5;

    private static final int SHORTEST_REQUEST_MILLIS = 500;

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    private final ClusterAdmin admin;
    private final Connection connection;
    private final String clientId;
    private final TopicPartition partition;

    CommitTopic(ClusterAdmin admin, Connection connection, String topic, String clientId) {
        this.admin = admin;
        this.connection = connection;
        this.clientId = clientId;
        this.partition = new TopicPartition(topic, 0);
    }

    String name() {
        return partition.topic();
    }

    TopicPartition partition() {
        return partition;
    }

    ProducerRecord<byte[], byte[]> toRecord(LogEntry entry) {
        byte[] key = entry instanceof LogEntry.Takeover ? TAKEOVER : COMMIT;
        return new ProducerRecord<>(partition.topic(), partition.partition(), key, LogEntryCodec.toBytes(entry));
    }

    /** Everything before this offset is decided. */
    long lastStableOffset() {
        return admin.offset(partition, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED)
                .offset();
    }

    /** Everything that was ever appended is before this offset. */
    long highWatermark() {
        return admin.offset(partition, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED)
                .offset();
    }

    /**
     * Reads all committed entries up to {@code end}.
     *
     * @param cancelled whether the answer is not wanted any more
     * @throws AttemptFailedException if the end was not reached in time: there may be entries that were not seen
     */
    LogContents readTo(long end, BooleanSupplier cancelled) {
        long start = admin.offset(partition, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED)
                .offset();
        Map<String, Object> config = ConsumerSettings.of(connection.settings(), clientId);
        config.remove(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG); // they are for the user's records
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MILLIS);
        config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, requestMillis(config));
        Consumer<byte[], byte[]> consumer = connection.clients().consumer(config);
        try {
            consumer.assign(List.of(partition));
            consumer.seek(partition, start);
            return readTo(consumer, start, end, cancelled);
        } catch (KafkaException e) {
            throw new AttemptFailedException(
                    "Could not read the commit topic '" + partition.topic() + "' on Kafka at "
                            + admin.bootstrapServers() + ": " + ClientSettings.rootMessage(e),
                    e);
        } finally {
            consumer.close(CloseOptions.timeout(CLOSE_BOUND));
        }
    }

    private int requestMillis(Map<String, Object> config) {
        int configured = ParsedSettings.of(connection.settings(), ConsumerConfig.configDef(), config)
                .intValue(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        long shared = admin.bound().dividedBy(FETCHES_WITHIN_BOUND).toMillis();
        return (int) Math.min(configured, Math.max(shared, SHORTEST_REQUEST_MILLIS));
    }

    private LogContents readTo(Consumer<byte[], byte[]> consumer, long start, long end, BooleanSupplier cancelled) {
        Deadline deadline = Deadline.in(admin.clock(), admin.bound());
        LogContents contents = LogContents.EMPTY;
        long next = start;
        while (next < end) {
            if (deadline.hasPassed() || cancelled.getAsBoolean()) {
                throw new AttemptFailedException("Could not tell what the commit topic '" + partition.topic()
                        + "' says: it was to be read from offset " + start + " to " + end + ", but within "
                        + Durations.text(admin.bound()) + " only " + next + " was reached");
            }
            var fetched = consumer.poll(POLL);
            for (ConsumerRecord<byte[], byte[]> entry : fetched.records(partition)) {
                contents = with(contents, entry);
            }
            @Nullable OffsetAndMetadata goesOnFrom = fetched.nextOffsets().get(partition);
            next = goesOnFrom == null ? next : goesOnFrom.offset();
        }
        return contents;
    }

    private LogContents with(LogContents before, ConsumerRecord<byte[], byte[]> raw) {
        String where = "The commit topic '" + partition.topic() + "' at offset " + raw.offset();
        byte @Nullable [] value = raw.value();
        if (value == null) {
            throw new DamagedException(
                    where + " holds a record without value. Nobody but the job may write to this topic");
        }
        LogEntry entry = LogEntryCodec.fromBytes(value, where);
        if (entry instanceof LogEntry.Takeover takeover) {
            return new LogContents(Optional.of(takeover), before.lastCommit());
        }
        LogEntry.Commit commit = (LogEntry.Commit) entry;
        before.lastTakeover().filter(owner -> owner.run() != commit.run()).ifPresent(owner -> {
            throw new DamagedException(where + " holds a commit of run " + commit.run() + ", though run " + owner.run()
                    + " had taken the job over. Nobody but the job may write to this topic");
        });
        return new LogContents(before.lastTakeover(), Optional.of(commit));
    }
}
