package io.millrace.serde;

import java.util.Arrays;

/**
 * A byte array that grows. Not thread-safe.
 */
final class BytesOut {

    private byte[] bytes;
    private int length;

    BytesOut(int expectedLength) {
        bytes = new byte[expectedLength];
    }

    /** Writes a number that is not negative: seven bits per byte, the lowest first, the top bit set on all but the last. */
    void writeCount(int count) {
        requireRoom(5);
        int rest = count;
        while (rest > 0x7f) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    void write(byte[] more) {
        requireRoom(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Writes the length of {@code more}, then its bytes. */
    void writeWithLength(byte[] more) {
        writeCount(more.length);
        write(more);
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void requireRoom(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
