package io.millrace.state;

import io.millrace.api.DamagedException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads counts and byte arrays through a buffer. Lengths are not believed until the bytes are there, so that a damaged one
 * cannot ask for gigabytes. Not thread-safe.
 */
final class CanonicalBytes {

    private final InputStream in;
    private final String origin;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;

    CanonicalBytes(InputStream in, String origin) {
        this.in = in;
        this.origin = origin;
    }

    /** Reads a number that is not negative. */
    long readCount() throws IOException {
        long result = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            byte next = readByte();
            result |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return result;
            }
        }
        throw damaged("a number is too large");
    }

    byte[] read(long length) throws IOException {
        if (length > Integer.MAX_VALUE - 8) {
            throw damaged("it announces " + length + " bytes in one piece");
        }
        int buffered = (int) Math.min(length, limit - position);
        byte[] bytes;
        if (buffered == length) {
            bytes = new byte[buffered];
            System.arraycopy(buffer, position, bytes, 0, buffered);
            position += buffered;
        } else {
            bytes = readBeyondBuffer((int) length, buffered);
        }
        return bytes;
    }

    void skip(long length) throws IOException {
        long rest = length;
        while (rest > limit - position) {
            rest -= limit - position;
            fill();
        }
        position += (int) rest;
    }

    void requireEnd() throws IOException {
        if (position < limit || in.read() >= 0) {
            throw damaged("more bytes follow its end");
        }
    }

    DamagedException damaged(String found) {
        return new DamagedException("State file " + origin + " is not in the format " + CanonicalWriter.FORMAT + ": "
                + found + ". It was changed after it was written, or this is not the file that the checkpoint means");
    }

    private byte[] readBeyondBuffer(int length, int buffered) throws IOException {
        byte[] rest = in.readNBytes(length - buffered); // grows with what is really there
        if (rest.length < length - buffered) {
            throw endsTooEarly();
        }
        byte[] bytes = new byte[length];
        System.arraycopy(buffer, position, bytes, 0, buffered);
        System.arraycopy(rest, 0, bytes, buffered, rest.length);
        position = limit;
        return bytes;
    }

    private byte readByte() throws IOException {
        if (position == limit) {
            fill();
        }
        return buffer[position++];
    }

    private void fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.readNBytes(buffer, 0, buffer.length));
        if (limit == 0) {
            throw endsTooEarly();
        }
    }

    private DamagedException endsTooEarly() {
        return damaged("it ends too early");
    }
}
