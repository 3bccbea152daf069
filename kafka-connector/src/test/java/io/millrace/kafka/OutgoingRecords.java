package io.millrace.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** What a simulated producer makes of a record before it queues it, by what it knows of the topics; it always knows the newest. */
final class OutgoingRecords {

    private static final int RECORD_OVERHEAD = 88;

    private final ClientHost host;
    private final SimulatedBrokers brokers;
    private final KafkaFaults faults;
    private final int maxRequestSize;
    private final Duration maxBlock;

    OutgoingRecords(ClientHost host, SimulatedBrokers brokers, KafkaFaults faults, AbstractConfig config) {
        this.host = host;
        this.brokers = brokers;
        this.faults = faults;
        this.maxRequestSize = config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
        this.maxBlock = Duration.ofMillis(config.getLong(ProducerConfig.MAX_BLOCK_MS_CONFIG));
    }

    ProducerRecord<byte[], byte[]> withTimestamp(ProducerRecord<byte[], byte[]> record) {
        Long timestamp =
                record.timestamp() == null ? Long.valueOf(host.loop().clock().millis()) : record.timestamp();
        return new ProducerRecord<>(record.topic(), null, timestamp, record.key(), record.value(), record.headers());
    }

    /** @throws TimeoutException if there is no such topic or partition */
    TopicPartition partitionOf(ProducerRecord<byte[], byte[]> record) {
        int count = partitions(record.topic());
        if (count == 0 || (record.partition() != null && record.partition() >= count)) {
            throw missing(record.topic());
        }
        if (record.partition() != null) {
            return new TopicPartition(record.topic(), record.partition());
        }
        int partition =
                record.key() == null ? faults.draw(count) : Utils.toPositive(Utils.murmur2(record.key())) % count;
        return new TopicPartition(record.topic(), partition);
    }

    private int partitions(String name) {
        SimulatedTopic topic = brokers.topics().get(name);
        return topic == null ? 0 : topic.partitions().size();
    }

    private TimeoutException missing(String topic) {
        return new TimeoutException(
                "Topic " + topic + " not present in metadata after " + maxBlock.toMillis() + " ms.");
    }

    /** Waits for a topic that is not there; one that is there is described at once. */
    List<PartitionInfo> partitionsFor(String topic) {
        if (!host.await("partitions of " + topic, maxBlock, () -> partitions(topic) > 0)) {
            throw missing(topic);
        }
        Node[] replicas = {SimulatedAdmin.BROKER};
        List<PartitionInfo> all = new ArrayList<>();
        for (int partition = 0; partition < partitions(topic); partition++) {
            all.add(new PartitionInfo(topic, partition, SimulatedAdmin.BROKER, replicas, replicas));
        }
        return all;
    }

    void requireSize(ProducerRecord<byte[], byte[]> record) {
        int size = RECORD_OVERHEAD + length(record.key()) + length(record.value());
        if (size > maxRequestSize) {
            throw new RecordTooLargeException("The message is " + size + " bytes when serialized which is larger than "
                    + maxRequestSize + ", which is the value of the max.request.size configuration.");
        }
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
