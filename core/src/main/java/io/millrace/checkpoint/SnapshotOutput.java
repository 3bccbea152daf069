package io.millrace.checkpoint;

import static java.util.Objects.requireNonNull;

import io.millrace.spi.FileRef;
import io.millrace.spi.Upload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of one state, with their checksum. Keeps them in memory as long as they are few, and begins an upload
 * when they become more. Closing does nothing: whether the bytes count is not for their writer to say.
 *
 * <p>Not thread-safe.
 */
final class SnapshotOutput extends OutputStream {

    /** Begins the upload; called at most once. */
    @FunctionalInterface
    interface Target {
        Upload begin() throws IOException;
    }

    private final int memoryLimit;
    private final Target target;
    private final Runnable checkWanted;
    private final CRC32C crc = new CRC32C();
    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private long length;
    private @Nullable Upload upload;

    /**
     * Starts empty.
     *
     * @param memoryLimit how many bytes are kept without an upload
     * @param target begins the upload
     * @param checkWanted throws if nobody needs the bytes any more
     */
    SnapshotOutput(int memoryLimit, Target target, Runnable checkWanted) {
        this.memoryLimit = memoryLimit;
        this.target = target;
        this.checkWanted = checkWanted;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        checkWanted.run();
        if (upload == null && length + count > memoryLimit) {
            beginUpload();
        }
        OutputStream out = upload == null ? memory : upload.out();
        out.write(bytes, offset, count);
        crc.update(bytes, offset, count);
        length += count;
    }

    /** Begins the upload now, however few the bytes are. */
    void beginUpload() throws IOException {
        upload = target.begin();
        memory.writeTo(upload.out());
        memory.reset();
    }

    /** Whether the bytes are few enough to be in memory still. */
    boolean isInMemory() {
        return upload == null;
    }

    void writeMemoryTo(ByteArrayOutputStream other) {
        other.writeBytes(memory.toByteArray());
    }

    /** Publishes the upload, which must have begun. */
    void publish() throws IOException {
        requireNonNull(upload, "upload").publish();
    }

    /** Lets go of the upload, thrown away unless it was published. */
    void release() throws IOException {
        if (upload != null) {
            upload.close();
        }
    }

    /** Refers to the bytes, at this place. */
    FileRef refer(String path, long offset) {
        return new FileRef(path, offset, length, (int) crc.getValue());
    }
}
