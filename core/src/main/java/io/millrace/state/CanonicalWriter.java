package io.millrace.state;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes keyed state in the canonical format, version 1, which every state backend can read. One file holds one state of one
 * task, key group by key group:
 *
 * <pre>
 * file    = "MRCS" 01 count(key hash version) text(state) text(kind) text(key serde) text(value serde)
 *           group* 00 count(number of groups) count(number of entries)
 * group   = count(key group + 1) entry* 00
 * entry   = count(length of key + 1) key  count(length of namespace) namespace  count(length of value) value
 * text(s) = count(length of UTF-8 bytes) bytes
 * count   = seven bits per byte, the lowest first, the top bit set on all bytes but the last
 * </pre>
 *
 * <p>Key groups ascend; the order of entries within one is open. Checksums are kept by whoever refers to the file.
 *
 * <p>Not thread-safe.
 */
public final class CanonicalWriter {

    /** Name of the format in a {@link io.millrace.spi.StateRef}. */
    public static final String FORMAT = "canonical-1";

    static final byte[] MAGIC = "MRCS".getBytes(US_ASCII);
    static final byte VERSION = 1;

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int LONGEST_COUNT = 10;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int keyGroup = -1;
    private long groups;
    private long entries;

    /**
     * Begins a file.
     *
     * @param out takes the bytes in large pieces; not closed
     */
    public CanonicalWriter(OutputStream out, CanonicalHeader header) throws IOException {
        this.out = out;
        writeBytes(MAGIC);
        writeBytes(new byte[] {VERSION});
        writeCount(header.keyHashVersion());
        for (String text : new String[] {header.state(), header.kind(), header.keySerde(), header.valueSerde()}) {
            byte[] bytes = text.getBytes(UTF_8);
            writeCount(bytes.length);
            writeBytes(bytes);
        }
    }

    /** Begins a key group; higher than all before it. */
    public void beginKeyGroup(int group) throws IOException {
        if (group <= keyGroup) {
            throw new IllegalStateException("Key group " + group + " cannot follow " + keyGroup);
        }
        endKeyGroup();
        writeCount(group + 1L);
        keyGroup = group;
        groups++;
    }

    /** Writes an entry of the key group at hand. */
    public void writeEntry(byte[] key, byte[] namespace, byte[] value) throws IOException {
        if (keyGroup < 0) {
            throw new IllegalStateException("An entry belongs to a key group, and none was begun");
        }
        writeCount(key.length + 1L);
        writeBytes(key);
        writeCount(namespace.length);
        writeBytes(namespace);
        writeCount(value.length);
        writeBytes(value);
        entries++;
    }

    /** Ends the file and hands all bytes to the stream. */
    public void finish() throws IOException {
        endKeyGroup();
        writeCount(0);
        writeCount(groups);
        writeCount(entries);
        flush();
    }

    private void endKeyGroup() throws IOException {
        if (keyGroup >= 0) {
            writeCount(0);
        }
    }

    private void writeCount(long count) throws IOException {
        if (buffer.length - position < LONGEST_COUNT) {
            flush();
        }
        long rest = count;
        while (rest > 0x7f) {
            buffer[position++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[position++] = (byte) rest;
    }

    private void writeBytes(byte[] bytes) throws IOException {
        if (bytes.length > buffer.length - position) {
            flush();
            if (bytes.length > buffer.length) {
                out.write(bytes);
                return;
            }
        }
        System.arraycopy(bytes, 0, buffer, position, bytes.length);
        position += bytes.length;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, position);
        position = 0;
    }
}
