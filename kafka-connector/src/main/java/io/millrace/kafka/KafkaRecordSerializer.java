package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of a Kafka record from a record of the pipeline. Key and value are always asked for; topic, partition,
 * headers and timestamp have defaults, which a function can take the place of:
 *
 * <pre>{@code
 * KafkaRecordSerializer.of(Payment::account, Serdes.string(), Payment::cents, Serdes.longs())
 *         .toTopic(payment -> "payments-" + payment.country())
 *         .withHeaders(payment -> List.of(new RecordHeader("currency", payment.currencyBytes())));
 * }</pre>
 *
 * <p>Implementations are thread-safe: one object serves all tasks of the sink. What a method throws concerns the record, and
 * the record error policy of the sink decides what follows.
 *
 * @param <T> type of the pipeline's records
 */
public interface KafkaRecordSerializer<T> {

    /**
     * Returns the key, which also chooses the partition unless {@link #partition} does; null for none.
     *
     * @param topic the topic that the record goes to
     * @param headers the record's headers so far; more may be added
     * @throws SerdeException if it cannot be written
     */
    byte @Nullable [] key(T element, String topic, Headers headers);

    /**
     * Returns the value; null for a tombstone.
     *
     * @param topic the topic that the record goes to
     * @param headers the record's headers so far; more may be added
     * @throws SerdeException if it cannot be written
     */
    byte @Nullable [] value(T element, String topic, Headers headers);

    /** Returns the topic; null, the default, for the one that the sink names. A topic that does not exist refuses the record. */
    default @Nullable String topic(T element) {
        return null;
    }

    /**
     * Returns the partition, from 0; null, the default, to leave the choice to the producer: by the key's bytes, or as the
     * client setting {@code partitioner.class} says.
     *
     * @param partitions how many partitions the topic has; more may have been added since
     */
    default @Nullable Integer partition(T element, int partitions) {
        return null;
    }

    /** Returns the headers in their order. Default: none. */
    default Iterable<Header> headers(T element) {
        return List.of();
    }

    /**
     * Returns the timestamp in milliseconds since the epoch.
     *
     * @param eventTime the record's event time; null if it has none. The default returns it
     * @return null to take the time of sending
     */
    default @Nullable Long timestamp(T element, @Nullable Long eventTime) {
        return eventTime;
    }

    /**
     * Takes key and value out of a record and writes each with a serde.
     *
     * @param key finds the key; null for none
     * @param keys writes it
     * @param value finds the value; null for a tombstone
     * @param values writes it
     */
    static <T, K, V> KafkaRecordSerializer<T> of(
            Function<? super T, ? extends @Nullable K> key,
            Serde<K> keys,
            Function<? super T, ? extends @Nullable V> value,
            Serde<V> values) {
        return new SerdeSerializers.Extracted<>(
                requireNonNull(key, "key"),
                requireNonNull(keys, "keys"),
                requireNonNull(value, "value"),
                requireNonNull(values, "values"));
    }

    /** The same with the topic chosen by a function; null for the one that the sink names. */
    default KafkaRecordSerializer<T> toTopic(Function<? super T, @Nullable String> topic) {
        return new ChosenParts.Topic<>(this, requireNonNull(topic, "topic"));
    }

    /** The same with the partition chosen by a function. */
    default KafkaRecordSerializer<T> toPartition(KafkaPartitioner<? super T> partitioner) {
        return new ChosenParts.Partition<>(this, requireNonNull(partitioner, "partitioner"));
    }

    /** The same with headers made by a function, behind those that there are without it. */
    default KafkaRecordSerializer<T> withHeaders(Function<? super T, ? extends Iterable<Header>> headers) {
        return new ChosenParts.AddedHeaders<>(this, requireNonNull(headers, "headers"));
    }

    /** The same with the timestamp found by a function, in milliseconds since the epoch. */
    default KafkaRecordSerializer<T> withTimestamp(ToLongFunction<? super T> timestamp) {
        return new ChosenParts.Timestamp<>(this, requireNonNull(timestamp, "timestamp"));
    }
}
