package io.millrace.serde;

import io.millrace.api.Serde;

/** Byte arrays as they are. Arrays can be changed, so what goes in and comes out is a copy. Thread-safe: stateless. */
final class BytesSerde implements Serde<byte[]> {

    static final BytesSerde INSTANCE = new BytesSerde();

    private BytesSerde() {}

    @Override
    public byte[] serialize(byte[] value) {
        return value.clone();
    }

    @Override
    public byte[] deserialize(byte[] bytes) {
        return bytes.clone();
    }

    @Override
    public Class<?> type() {
        return byte[].class;
    }

    @Override
    public String fingerprint() {
        return "bytes";
    }
}
