package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The clients of one case of the conformance suite. */
final class ConformanceClients implements AutoCloseable {

    private static final Duration BOUND = Duration.ofSeconds(20);

    private final ConformanceCluster cluster;
    private final AdminCalls admin;
    private final List<Producer<byte[], byte[]>> producers = new ArrayList<>();

    ConformanceClients(ConformanceCluster cluster) {
        this.cluster = cluster;
        this.admin = cluster.clients()
                .admin(
                        Map.of(
                                "bootstrap.servers",
                                cluster.bootstrapServers(),
                                "default.api.timeout.ms",
                                (int) BOUND.toMillis(),
                                "request.timeout.ms",
                                (int) BOUND.toMillis()),
                        BOUND);
    }

    AdminCalls admin() {
        return admin;
    }

    /** A producer that has initialized its transactional id, which fences others with the same. */
    Producer<byte[], byte[]> fence(String transactionalId, Duration timeout) {
        Producer<byte[], byte[]> producer = cluster.clients()
                .producer(Map.of(
                        "bootstrap.servers",
                        cluster.bootstrapServers(),
                        "transactional.id",
                        transactionalId,
                        "transaction.timeout.ms",
                        (int) timeout.toMillis(),
                        "linger.ms",
                        5,
                        "key.serializer",
                        ByteArraySerializer.class,
                        "value.serializer",
                        ByteArraySerializer.class));
        producers.add(producer);
        producer.initTransactions();
        return producer;
    }

    /** A producer without transactions that waits until the followers have its records, and writes none twice. */
    Producer<byte[], byte[]> idempotent() {
        return plain("all", true);
    }

    /** A producer without transactions that waits for the leader alone, and may write a record twice. */
    Producer<byte[], byte[]> careless() {
        return plain("1", false);
    }

    private Producer<byte[], byte[]> plain(String acks, boolean idempotent) {
        Producer<byte[], byte[]> producer = cluster.clients()
                .producer(Map.of(
                        "bootstrap.servers",
                        cluster.bootstrapServers(),
                        "acks",
                        acks,
                        "enable.idempotence",
                        idempotent,
                        "linger.ms",
                        60_000,
                        "max.block.ms",
                        5_000,
                        "key.serializer",
                        ByteArraySerializer.class,
                        "value.serializer",
                        ByteArraySerializer.class));
        producers.add(producer);
        return producer;
    }

    Producer<byte[], byte[]> newest() {
        return producers.get(producers.size() - 1);
    }

    Consumer<byte[], byte[]> consumer(boolean committedOnly) {
        return cluster.clients()
                .consumer(Map.of(
                        "bootstrap.servers",
                        cluster.bootstrapServers(),
                        "isolation.level",
                        committedOnly ? "read_committed" : "read_uncommitted",
                        "auto.offset.reset",
                        "none",
                        "fetch.max.wait.ms",
                        20,
                        "request.timeout.ms",
                        10_000,
                        "enable.auto.commit",
                        false,
                        "key.deserializer",
                        ByteArrayDeserializer.class,
                        "value.deserializer",
                        ByteArrayDeserializer.class));
    }

    // Reading

    /** Reads a partition until the position is at {@code end} or beyond. */
    List<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long from, long end, boolean committedOnly) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = consumer(committedOnly)) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            cluster.await(partition + " is read to " + end, () -> {
                if (consumer.position(partition) < end) {
                    consumer.poll(Duration.ofMillis(100)).forEach(found::add);
                }
                return consumer.position(partition) >= end;
            });
        }
        return found;
    }

    List<String> committed(TopicPartition partition, long end) {
        return committed(partition, 0, end);
    }

    List<String> committed(TopicPartition partition, long from, long end) {
        return values(read(partition, from, end, true));
    }

    List<String> uncommitted(TopicPartition partition, long end) {
        return values(read(partition, 0, end, false));
    }

    private static List<String> values(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream().map(each -> new String(each.value(), UTF_8)).toList();
    }

    List<String> pollAll(Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        cluster.await(partition + " is read to " + end, () -> {
            consumer.poll(Duration.ofMillis(100)).forEach(found::add);
            return consumer.position(partition) >= end;
        });
        return values(found);
    }

    /** What polls say of where to go on, when all up to {@code end} was read. */
    OffsetAndMetadata positionAfter(TopicPartition partition, long from, long end) {
        List<OffsetAndMetadata> next = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = consumer(true)) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            cluster.await(partition + " is read to " + end, () -> {
                OffsetAndMetadata told =
                        consumer.poll(Duration.ofMillis(100)).nextOffsets().get(partition);
                if (told != null) {
                    next.add(told);
                }
                return told != null && told.offset() >= end;
            });
        }
        return next.get(next.size() - 1);
    }

    // Asking

    boolean canSee(TopicPartition partition) {
        try {
            return highWatermark(partition) >= 0;
        } catch (UnknownTopicOrPartitionException notYet) {
            return false;
        }
    }

    long highWatermark(TopicPartition partition) {
        return offset(partition, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED)
                .offset();
    }

    long lastStableOffset(TopicPartition partition) {
        return latest(partition).offset();
    }

    ListOffsetsResultInfo latest(TopicPartition partition) {
        return offset(partition, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    ListOffsetsResultInfo earliest(TopicPartition partition) {
        return offset(partition, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
    }

    private ListOffsetsResultInfo offset(TopicPartition partition, OffsetSpec which, IsolationLevel isolation) {
        return admin.listOffsets(Map.of(partition, which), isolation).get(partition);
    }

    TransactionDescription describe(String transactionalId) {
        return admin.describeTransaction(transactionalId);
    }

    Optional<TopicDescription> topic(String name) {
        return Optional.ofNullable(admin.describeTopics(List.of(name)).get(name));
    }

    String setting(ConfigResource.Type type, String name, String setting) {
        return admin.describeConfig(new ConfigResource(type, name)).get(setting).value();
    }

    @Override
    public void close() {
        producers.forEach(producer -> producer.close(Duration.ZERO));
        admin.close();
    }
}
