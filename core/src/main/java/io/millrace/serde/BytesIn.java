package io.millrace.serde;

import io.millrace.api.SerdeException;
import java.util.Arrays;

/**
 * Reads what {@link BytesOut} wrote, and trusts none of it. Not thread-safe.
 */
final class BytesIn {

    private final byte[] bytes;
    private final String what;
    private int position;

    /**
     * Begins to read.
     *
     * @param what names what is read, for error messages
     */
    BytesIn(byte[] bytes, String what) {
        this.bytes = bytes;
        this.what = what;
    }

    int readCount() {
        int result = 0;
        for (int shift = 0; shift < 32; shift += 7) {
            byte next = readByte();
            result |= (next & 0x7f) << shift;
            if (next >= 0) {
                boolean overflow = result < 0 || (shift == 28 && next > 0x07);
                return overflow ? fail("a number that is too large") : result;
            }
        }
        return fail("a number of more than 5 bytes");
    }

    byte[] read(int count) {
        if (count > bytes.length - position) {
            fail("only " + (bytes.length - position) + " bytes where " + count + " should follow");
        }
        position += count;
        return Arrays.copyOfRange(bytes, position - count, position);
    }

    byte[] readWithLength() {
        return read(readCount());
    }

    /** How many bytes are left. */
    int rest() {
        return bytes.length - position;
    }

    void requireEnd() {
        if (position != bytes.length) {
            fail(bytes.length - position + " bytes too many");
        }
    }

    private byte readByte() {
        if (position == bytes.length) {
            fail("the end of the bytes in the middle of it");
        }
        return bytes[position++];
    }

    private int fail(String found) {
        throw new SerdeException("Cannot read " + what + " from " + bytes.length + " bytes: found " + found
                + " at position " + position + ". Were they written by another serde?");
    }
}
