package io.millrace.kafka;

import io.millrace.api.Serde;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Reads and writes keys and values with serdes; those of Kafka's clients get topic and headers. */
final class RecordParts {

    private RecordParts() {}

    static <T> @Nullable T read(Serde<T> serde, String topic, Headers headers, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        return serde instanceof BridgedSerde<T> bridged
                ? bridged.deserialize(topic, new RecordHeaders(headers), bytes) // a deserializer may change them
                : serde.deserialize(bytes);
    }

    static <T> byte @Nullable [] write(Serde<T> serde, String topic, Headers headers, @Nullable T part) {
        if (part == null) {
            return null;
        }
        return serde instanceof BridgedSerde<T> bridged
                ? bridged.serialize(topic, headers, part)
                : serde.serialize(part);
    }
}
