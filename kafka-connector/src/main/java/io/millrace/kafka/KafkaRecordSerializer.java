package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes the parts of a Kafka record from a record of the pipeline.
 *
 * <p>Implementations are thread-safe: one object serves all tasks of the sink.
 *
 * @param <T> type of the pipeline's records
 */
public interface KafkaRecordSerializer<T> {

    /**
     * Returns the key, which also chooses the partition; null for none.
     *
     * @throws SerdeException if it cannot be written
     */
    byte @Nullable [] key(T element);

    /**
     * Returns the value; null for a tombstone.
     *
     * @throws SerdeException if it cannot be written
     */
    byte @Nullable [] value(T element);

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
}
