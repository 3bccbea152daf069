package io.millrace.kafka;

import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record as it stood in Kafka, with key and value deserialized. Immutable, as long as nobody changes the headers.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset there
 * @param timestamp in milliseconds since the epoch, set by its writer or the broker as the topic says; -1 if it has none
 * @param key null if it has none
 * @param value null if it has none: a tombstone
 * @param headers its headers; empty if it has none
 */
public record KafkaRecord<K, V>(
        String topic,
        int partition,
        long offset,
        long timestamp,
        @Nullable K key,
        @Nullable V value,
        Headers headers) {}
