package io.millrace.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.DamagedException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads what {@link CanonicalWriter} wrote, from front to back, and trusts none of it:
 *
 * <pre>{@code
 * CanonicalReader reader = new CanonicalReader(in, path);
 * while (reader.nextKeyGroup()) {
 *     while (reader.nextEntry()) {
 *         use(reader.keyGroup(), reader.key(), reader.value());
 *     }
 * }
 * }</pre>
 *
 * <p>Every method that reads throws {@link DamagedException} if the bytes are not in the format. Not thread-safe.
 */
public final class CanonicalReader {

    private static final byte[] NONE = {};

    private final CanonicalBytes in;
    private final CanonicalHeader header;

    private int keyGroup = -1;
    private boolean inGroup;
    private long groups;
    private long entries;
    private byte[] key = NONE;
    private byte[] namespace = NONE;
    private byte[] value = NONE;

    /**
     * Reads the header.
     *
     * @param in not closed
     * @param origin names the file in error messages
     */
    public CanonicalReader(InputStream in, String origin) throws IOException {
        this.in = new CanonicalBytes(in, origin);
        this.header = readHeader();
    }

    public CanonicalHeader header() {
        return header;
    }

    /** Goes to the next key group, quickly past what is left of the one at hand; false at the end of the file. */
    public boolean nextKeyGroup() throws IOException {
        if (inGroup) {
            skipKeyGroup();
        }
        long next = in.readCount() - 1;
        if (next < 0) {
            requireEnd();
            return false;
        }
        if (next <= keyGroup || next > Integer.MAX_VALUE) {
            throw damaged("key group " + next + " follows " + keyGroup);
        }
        keyGroup = (int) next;
        inGroup = true;
        groups++;
        return true;
    }

    /** Goes past the key group at hand without making objects of its entries. */
    private void skipKeyGroup() throws IOException {
        for (long length = in.readCount(); length > 0; length = in.readCount()) {
            in.skip(length - 1);
            in.skip(in.readCount());
            in.skip(in.readCount());
            entries++;
        }
        inGroup = false;
    }

    /** Goes to the next entry of the key group at hand; false if it has no more. */
    public boolean nextEntry() throws IOException {
        if (!inGroup) {
            return false;
        }
        long keyLength = in.readCount() - 1;
        if (keyLength < 0) {
            inGroup = false;
            return false;
        }
        key = in.read(keyLength);
        namespace = in.read(in.readCount());
        value = in.read(in.readCount());
        entries++;
        return true;
    }

    /** The key group at hand. */
    public int keyGroup() {
        return keyGroup;
    }

    /** Key of the entry at hand; a new array for each. */
    public byte[] key() {
        return key;
    }

    /** Namespace of the entry at hand; empty where the kind of state has none. */
    public byte[] namespace() {
        return namespace;
    }

    /** Value of the entry at hand; a new array for each. */
    public byte[] value() {
        return value;
    }

    private CanonicalHeader readHeader() throws IOException {
        byte[] magic = in.read(CanonicalWriter.MAGIC.length);
        if (!Arrays.equals(magic, CanonicalWriter.MAGIC)) {
            throw damaged("it does not begin as such a file does");
        }
        byte version = in.read(1)[0];
        if (version != CanonicalWriter.VERSION) {
            throw damaged("it says version " + version + " where " + CanonicalWriter.VERSION + " was expected");
        }
        long keyHashVersion = in.readCount();
        if (keyHashVersion > Integer.MAX_VALUE) {
            throw damaged("it says version " + keyHashVersion + " of the key hash");
        }
        return new CanonicalHeader(readText(), readText(), readText(), readText(), (int) keyHashVersion);
    }

    private String readText() throws IOException {
        return new String(in.read(in.readCount()), UTF_8);
    }

    private void requireEnd() throws IOException {
        long groupsWritten = in.readCount();
        long entriesWritten = in.readCount();
        if (groupsWritten != groups || entriesWritten != entries) {
            throw damaged("it should hold " + entriesWritten + " entries in " + groupsWritten
                    + " key groups, but holds " + entries + " in " + groups);
        }
        in.requireEnd();
    }

    private DamagedException damaged(String found) {
        return in.damaged(found);
    }
}
