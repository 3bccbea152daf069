package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Values of an immutable type that always take the same number of bytes, big-endian. Immutable.
 *
 * @param type class of the values
 * @param fingerprint name of the format
 * @param width number of bytes
 * @param writer puts a value
 * @param reader gets a value
 */
record FixedWidthSerde<T>(
        Class<?> type, String fingerprint, int width, BiConsumer<ByteBuffer, T> writer, Function<ByteBuffer, T> reader)
        implements Serde<T> {

    @Override
    public byte[] serialize(T value) {
        ByteBuffer buffer = ByteBuffer.allocate(width);
        writer.accept(buffer, value);
        return buffer.array();
    }

    @Override
    public T deserialize(byte[] bytes) {
        requireLength(bytes, width, fingerprint);
        return reader.apply(ByteBuffer.wrap(bytes));
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    static void requireLength(byte[] bytes, int expected, String what) {
        if (bytes.length != expected) {
            throw new SerdeException("Cannot read a value of type " + what + ": it takes " + expected
                    + " bytes, but there are " + bytes.length + ". Were they written by another serde?");
        }
    }
}
