package io.millrace.checkpoint;

import io.millrace.api.DamagedException;
import io.millrace.spi.FileRef;
import io.millrace.spi.SnapshotReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of files and hands nothing out before the checksum of the whole part was seen to be right. What is too large for
 * the memory is read twice.
 *
 * <p>Thread-safe. Calls block.
 */
final class CheckedReads implements SnapshotReader {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final JobFolder folder;
    private final int memoryLimit;

    /**
     * Reads below a folder.
     *
     * @param memoryLimit parts up to this size are read at once
     */
    CheckedReads(JobFolder folder, int memoryLimit) {
        this.folder = folder;
        this.memoryLimit = memoryLimit;
    }

    @Override
    public InputStream read(FileRef ref) throws IOException {
        if (ref.length() <= memoryLimit) {
            byte[] bytes;
            try (InputStream in = openAt(ref)) {
                bytes = in.readNBytes((int) ref.length());
            }
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            requireIntact(ref, bytes.length, crc);
            return new ByteArrayInputStream(bytes);
        }
        check(ref);
        return new LimitedInput(openAt(ref), ref.length());
    }

    private InputStream openAt(FileRef ref) throws IOException {
        InputStream in;
        try {
            in = folder.open(ref.path());
        } catch (NoSuchFileException e) {
            throw new DamagedException(
                    "The checkpoint needs the file " + folder.nameOf(ref.path()) + ", which is missing.", e);
        }
        try {
            in.skipNBytes(ref.offset());
            return in;
        } catch (EOFException e) {
            in.close();
            throw tooShort(ref, e);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** Reads a part and hands nothing out; throws if it is not as it was written. */
    void check(FileRef ref) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = ref.length();
        try (InputStream in = openAt(ref)) {
            while (left > 0) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    break;
                }
                crc.update(buffer, 0, count);
                left -= count;
            }
        }
        requireIntact(ref, ref.length() - left, crc);
    }

    private void requireIntact(FileRef ref, long length, CRC32C crc) {
        if (length < ref.length()) {
            throw tooShort(ref, null);
        }
        if ((int) crc.getValue() != ref.crc32c()) {
            throw new DamagedException(String.format(
                    "The file %s is damaged: %d bytes from %d on should have the checksum %08x, and have %08x.",
                    folder.nameOf(ref.path()), ref.length(), ref.offset(), ref.crc32c(), crc.getValue()));
        }
    }

    private DamagedException tooShort(FileRef ref, @Nullable Throwable cause) {
        return new DamagedException(
                "The file " + folder.nameOf(ref.path()) + " is damaged: it should have " + ref.length() + " bytes from "
                        + ref.offset() + " on, and ends before.",
                cause);
    }
}
