package io.millrace.serde;

import io.millrace.api.Serde;

/** Longs as eight bytes, big-endian. Immutable. */
final class LongSerde implements Serde<Long> {

    static final LongSerde INSTANCE = new LongSerde();

    private LongSerde() {}

    @Override
    public byte[] serialize(Long value) {
        long v = value;
        return new byte[] {
            (byte) (v >>> 56),
            (byte) (v >>> 48),
            (byte) (v >>> 40),
            (byte) (v >>> 32),
            (byte) (v >>> 24),
            (byte) (v >>> 16),
            (byte) (v >>> 8),
            (byte) v
        };
    }

    @Override
    public Long deserialize(byte[] bytes) {
        FixedWidthSerde.requireLength(bytes, Long.BYTES, fingerprint());
        long v = 0;
        for (byte b : bytes) {
            v = v << 8 | (b & 0xff);
        }
        return v;
    }

    @Override
    public Class<?> type() {
        return Long.class;
    }

    @Override
    public String fingerprint() {
        return "long";
    }

    @Override
    public boolean isImmutable() {
        return true;
    }
}
