package io.millrace.checkpoint;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends after a number of bytes. Not thread-safe. */
final class LimitedInput extends FilterInputStream {

    private long left;

    LimitedInput(InputStream in, long limit) {
        super(in);
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        if (left == 0) {
            return -1;
        }
        int value = in.read();
        if (value >= 0) {
            left--;
        }
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (left == 0 && count > 0) {
            return -1;
        }
        int read = in.read(bytes, offset, (int) Math.min(count, left));
        if (read > 0) {
            left -= read;
        }
        return read;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(count, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
