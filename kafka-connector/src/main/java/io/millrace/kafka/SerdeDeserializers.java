package io.millrace.kafka;

import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Deserializers made of serdes. Thread-safe, as serdes are. */
final class SerdeDeserializers {

    private SerdeDeserializers() {}

    /** Reads values and looks at nothing else. */
    record Values<T>(Serde<T> values) implements RecordDeserializer<T> {

        @Override
        public @Nullable T deserialize(ConsumerRecord<byte[], byte[]> raw) {
            return RecordParts.read(values, raw.topic(), raw.headers(), raw.value());
        }
    }

    /** Reads pairs of key and value. */
    record Pairs<K, V>(Serde<K> keys, Serde<V> values) implements RecordDeserializer<KeyValue<K, V>> {

        @Override
        public KeyValue<K, V> deserialize(ConsumerRecord<byte[], byte[]> raw) {
            return pair(
                    RecordParts.read(keys, raw.topic(), raw.headers(), raw.key()),
                    RecordParts.read(values, raw.topic(), raw.headers(), raw.value()));
        }
    }

    /** Reads keys and values and keeps the rest. */
    record Whole<K, V>(Serde<K> keys, Serde<V> values) implements RecordDeserializer<KafkaRecord<K, V>> {

        @Override
        public KafkaRecord<K, V> deserialize(ConsumerRecord<byte[], byte[]> raw) {
            return new KafkaRecord<>(
                    raw.topic(),
                    raw.partition(),
                    raw.offset(),
                    raw.timestamp(),
                    RecordParts.read(keys, raw.topic(), raw.headers(), raw.key()),
                    RecordParts.read(values, raw.topic(), raw.headers(), raw.value()),
                    raw.headers());
        }
    }

    @SuppressWarnings("NullAway") // a pair of a Kafka record may lack either part, as the source's Javadoc says
    private static <K, V> KeyValue<K, V> pair(@Nullable K key, @Nullable V value) {
        return new KeyValue<>(key, value);
    }
}
