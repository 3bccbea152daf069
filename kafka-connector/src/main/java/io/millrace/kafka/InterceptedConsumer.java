package io.millrace.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer with interceptors of the user. What they return may have lost where the consumer reads next, for there is a
 * constructor that leaves it out; so that is asked of the consumer itself. Without it a partition whose last records are
 * markers or aborted would never come to its end.
 *
 * <p>Not thread-safe, as any consumer.
 */
final class InterceptedConsumer extends KafkaConsumer<byte[], byte[]> {

    private final Map<TopicPartition, OptionalLong> told = new HashMap<>();

    /** @param values reads values, and hears of new metadata */
    InterceptedConsumer(Map<String, Object> config, MetadataListener values) {
        super(config, new ByteArrayDeserializer(), values);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> fetched = super.poll(timeout);
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        fetched.partitions().forEach(partition -> records.put(partition, fetched.records(partition)));
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        for (TopicPartition partition : assignment()) {
            OptionalLong position = positionOf(partition);
            if (position.isPresent() && !position.equals(told.put(partition, position))) {
                next.put(
                        partition,
                        new OffsetAndMetadata(position.getAsLong(), lastEpoch(fetched.records(partition)), ""));
            }
        }
        next.putAll(fetched.nextOffsets());
        return new ConsumerRecords<>(records, next);
    }

    /** Empty while the position is being checked; the next poll tells it. */
    private OptionalLong positionOf(TopicPartition partition) {
        try {
            return OptionalLong.of(position(partition, Duration.ZERO));
        } catch (TimeoutException notYet) {
            return OptionalLong.empty();
        }
    }

    private static Optional<Integer> lastEpoch(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.isEmpty()
                ? Optional.empty()
                : records.get(records.size() - 1).leaderEpoch();
    }
}
