package io.millrace.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * An independent {@code read_committed} reader: sees of some topics, from their beginning, what a downstream application sees.
 *
 * <p>It keeps all that it has read, in the order of each partition. It belongs to no group and commits nothing. Confined to one
 * thread at a time.
 */
public final class Observer implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final Duration QUESTION = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(50);

    private final Set<String> topics;
    private final Consumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> raw = new ArrayList<>();
    private final List<ConsumerRecord<String, String>> decoded = new ArrayList<>();

    /** Connects to the cluster; waits for the topics when one of them cannot be seen yet. */
    public Observer(String bootstrapServers, String... topics) {
        this.topics = Set.of(topics);
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        "millrace-observer",
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        try {
            Await.until("topics " + this.topics + " at " + bootstrapServers, BOUND, this::findPartitions);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    /** Reads to where all partitions can be read to now, their last stable offsets, and returns all records since the beginning. */
    public List<ConsumerRecord<String, String>> readToEnd() {
        return readToEnd(BOUND);
    }

    /** Reads as {@link #readToEnd()} does, within the given bound. */
    public List<ConsumerRecord<String, String>> readToEnd(Duration bound) {
        Deadline deadline = Deadline.in(bound);
        try {
            if (!assignAllPartitions()) {
                throw new TestkitException(
                        "The observer cannot read on: not all topics of " + topics + " are there any more");
            }
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment(), bound);
            while (!hasReached(ends, deadline)) {
                if (deadline.hasPassed()) {
                    throw new TestkitException("The observer did not reach " + ends + " within " + bound
                            + "; it has read " + raw.size() + " records");
                }
                poll();
            }
        } catch (KafkaException e) {
            throw new TestkitException("The observer of " + topics + " could not read to the end within " + bound, e);
        }
        return records();
    }

    /** Reads until the records since the beginning satisfy the condition, and returns them. */
    public List<ConsumerRecord<String, String>> awaitRecords(
            Predicate<List<ConsumerRecord<String, String>>> condition, Duration bound) {
        Deadline deadline = Deadline.in(bound);
        while (!condition.test(decoded())) {
            int before = raw.size();
            while (raw.size() == before) {
                if (deadline.hasPassed()) {
                    throw new TestkitException("The observer of " + topics + " waited " + bound
                            + " for records that satisfy its condition, in vain; it has read " + raw.size()
                            + (raw.isEmpty() ? "" : ", the last of them " + describeLast()));
                }
                poll();
            }
        }
        return records();
    }

    /** All records read so far, keys and values taken for UTF-8. */
    public List<ConsumerRecord<String, String>> records() {
        return List.copyOf(decoded());
    }

    /** All records read so far, as they are. */
    public List<ConsumerRecord<byte[], byte[]>> rawRecords() {
        return List.copyOf(raw);
    }

    private void poll() {
        consumer.poll(POLL).forEach(raw::add);
    }

    private boolean findPartitions() throws ExecutionException {
        try {
            return assignAllPartitions();
        } catch (RetriableException notYet) {
            throw new ExecutionException(notYet);
        }
    }

    /** Includes partitions that were added since; those assigned before keep their position. */
    private boolean assignAllPartitions() {
        // asks the brokers, where partitionsFor may answer from a cache
        Map<String, List<PartitionInfo>> found = consumer.listTopics(QUESTION);
        if (!found.keySet().containsAll(topics)) {
            return false;
        }
        Set<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> found.getOrDefault(topic, List.of()).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toSet());
        if (!partitions.equals(consumer.assignment())) {
            consumer.assign(partitions);
        }
        return true;
    }

    private boolean hasReached(Map<TopicPartition, Long> ends, Deadline deadline) {
        return ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey(), deadline.remaining()) >= end.getValue());
    }

    private List<ConsumerRecord<String, String>> decoded() {
        raw.subList(decoded.size(), raw.size()).forEach(one -> decoded.add(decode(one)));
        return Collections.unmodifiableList(decoded);
    }

    private String describeLast() {
        ConsumerRecord<String, String> last = decoded().get(raw.size() - 1);
        return last.topic() + "-" + last.partition() + "@" + last.offset() + ": " + last.key() + " = " + last.value();
    }

    private static ConsumerRecord<String, String> decode(ConsumerRecord<byte[], byte[]> one) {
        return new ConsumerRecord<>(
                one.topic(),
                one.partition(),
                one.offset(),
                one.timestamp(),
                one.timestampType(),
                one.serializedKeySize(),
                one.serializedValueSize(),
                decode(one.key()),
                decode(one.value()),
                one.headers(),
                one.leaderEpoch());
    }

    private static @Nullable String decode(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
