package io.millrace.kafka;

import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Serializers made of serdes. Thread-safe, as serdes are. */
final class SerdeSerializers {

    private SerdeSerializers() {}

    /** Writes values without keys. */
    record Values<T>(Serde<T> values) implements KafkaRecordSerializer<T> {

        @Override
        public byte @Nullable [] key(@Nullable T element, String topic, Headers headers) {
            return null;
        }

        @Override
        public byte @Nullable [] value(@Nullable T element, String topic, Headers headers) {
            return RecordParts.write(values, topic, headers, element);
        }
    }

    /** Writes pairs of key and value. */
    record Pairs<K, V>(Serde<K> keys, Serde<V> values) implements KafkaRecordSerializer<KeyValue<K, V>> {

        @Override
        public byte @Nullable [] key(KeyValue<K, V> element, String topic, Headers headers) {
            return RecordParts.write(keys, topic, headers, element.key());
        }

        @Override
        public byte @Nullable [] value(KeyValue<K, V> element, String topic, Headers headers) {
            return RecordParts.write(values, topic, headers, element.value());
        }
    }

    /** Writes what functions find in a record. */
    record Extracted<T, K, V>(
            Function<? super T, ? extends @Nullable K> key,
            Serde<K> keys,
            Function<? super T, ? extends @Nullable V> value,
            Serde<V> values)
            implements KafkaRecordSerializer<T> {

        @Override
        public byte @Nullable [] key(T element, String topic, Headers headers) {
            return RecordParts.write(keys, topic, headers, key.apply(element));
        }

        @Override
        public byte @Nullable [] value(T element, String topic, Headers headers) {
            return RecordParts.write(values, topic, headers, value.apply(element));
        }
    }
}
