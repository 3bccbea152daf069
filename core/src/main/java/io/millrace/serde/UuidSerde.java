package io.millrace.serde;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.UUID;

/** UUIDs as their text of 36 characters, which is how Kafka's own serializer writes them. Immutable. */
final class UuidSerde implements Serde<UUID> {

    static final UuidSerde INSTANCE = new UuidSerde();

    private UuidSerde() {}

    @Override
    public byte[] serialize(UUID value) {
        return value.toString().getBytes(US_ASCII);
    }

    @Override
    public UUID deserialize(byte[] bytes) {
        FixedWidthSerde.requireLength(bytes, 36, fingerprint());
        String text = new String(bytes, US_ASCII);
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new SerdeException("Cannot read a UUID from '" + text + "'", e);
        }
    }

    @Override
    public Class<?> type() {
        return UUID.class;
    }

    @Override
    public String fingerprint() {
        return "uuid";
    }

    @Override
    public boolean isImmutable() {
        return true;
    }
}
