package io.millrace.samples.demo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Counts all records of a topic, those of aborted transactions too: what the killed processes wrote in vain is the difference to
 * what a {@code read_committed} reader sees. Immutable.
 */
record EverythingWritten(String bootstrapServers, String topic) {

    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(100);

    long count() {
        Map<String, Object> settings = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted",
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            return countTo(consumer, consumer.endOffsets(partitions));
        }
    }

    private long countTo(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        long count = 0;
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (!ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new DemoException(
                        "Could not read all of topic " + topic + " within " + BOUND.toSeconds() + " s", List.of());
            }
            count += consumer.poll(POLL).count();
        }
        return count;
    }
}
