package io.millrace.simulation;

import io.millrace.api.Serde;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** The few serdes that the simulation's tests need. Thread-safe. */
public final class TestSerdes {

    private TestSerdes() {}

    public static Serde<String> strings() {
        return new FunctionSerde<>(
                String.class,
                value -> value.getBytes(StandardCharsets.UTF_8),
                bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    public static Serde<Long> longs() {
        return new FunctionSerde<>(
                Long.class,
                value -> ByteBuffer.allocate(Long.BYTES).putLong(value).array(),
                bytes -> ByteBuffer.wrap(bytes).getLong());
    }

    /** A serde made of two functions. */
    public static <T> Serde<T> of(Class<T> type, Function<T, byte[]> write, Function<byte[], T> read) {
        return new FunctionSerde<>(type, write, read);
    }

    private record FunctionSerde<T>(Class<T> type, Function<T, byte[]> write, Function<byte[], T> read)
            implements Serde<T> {

        @Override
        public byte[] serialize(T value) {
            return write.apply(value);
        }

        @Override
        public T deserialize(byte[] bytes) {
            return read.apply(bytes);
        }
    }
}
