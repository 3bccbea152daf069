package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** The serdes of small fixed-width types. */
final class FixedWidthSerdes {

    static final Serde<Boolean> BOOLEAN = new FixedWidthSerde<>(
            Boolean.class,
            "boolean",
            1,
            (buffer, value) -> buffer.put((byte) (value ? 1 : 0)),
            FixedWidthSerdes::readBoolean);

    static final Serde<Byte> BYTE =
            new FixedWidthSerde<>(Byte.class, "byte", Byte.BYTES, ByteBuffer::put, ByteBuffer::get);

    static final Serde<Short> SHORT =
            new FixedWidthSerde<>(Short.class, "short", Short.BYTES, ByteBuffer::putShort, ByteBuffer::getShort);

    static final Serde<Character> CHARACTER =
            new FixedWidthSerde<>(Character.class, "char", Character.BYTES, ByteBuffer::putChar, ByteBuffer::getChar);

    static final Serde<Integer> INTEGER =
            new FixedWidthSerde<>(Integer.class, "int", Integer.BYTES, ByteBuffer::putInt, ByteBuffer::getInt);

    /** All NaNs are equal, so they have the same bits here. */
    static final Serde<Float> FLOAT = new FixedWidthSerde<>(
            Float.class,
            "float",
            Float.BYTES,
            (buffer, value) -> buffer.putInt(Float.floatToIntBits(value)),
            ByteBuffer::getFloat);

    static final Serde<Double> DOUBLE = new FixedWidthSerde<>(
            Double.class,
            "double",
            Double.BYTES,
            (buffer, value) -> buffer.putLong(Double.doubleToLongBits(value)),
            ByteBuffer::getDouble);

    static final Serde<Instant> INSTANT = new FixedWidthSerde<>(
            Instant.class,
            "instant",
            Long.BYTES + Integer.BYTES,
            (buffer, value) -> buffer.putLong(value.getEpochSecond()).putInt(value.getNano()),
            FixedWidthSerdes::readInstant);

    static final Serde<Duration> DURATION = new FixedWidthSerde<>(
            Duration.class,
            "duration",
            Long.BYTES + Integer.BYTES,
            (buffer, value) -> buffer.putLong(value.getSeconds()).putInt(value.getNano()),
            buffer -> Duration.ofSeconds(buffer.getLong(), readNanos(buffer)));

    private FixedWidthSerdes() {}

    private static Boolean readBoolean(ByteBuffer buffer) {
        byte value = buffer.get();
        if (value != 0 && value != 1) {
            throw new SerdeException("Cannot read a boolean: expected a byte 0 or 1, found " + value);
        }
        return value == 1;
    }

    private static Instant readInstant(ByteBuffer buffer) {
        long seconds = buffer.getLong();
        try {
            return Instant.ofEpochSecond(seconds, readNanos(buffer));
        } catch (DateTimeException e) {
            throw new SerdeException("Cannot read an instant: " + seconds + " seconds are out of range", e);
        }
    }

    private static int readNanos(ByteBuffer buffer) {
        int nanos = buffer.getInt();
        if (nanos < 0 || nanos > 999_999_999) {
            throw new SerdeException("Cannot read a time: expected nanoseconds below a second, found " + nanos);
        }
        return nanos;
    }
}
