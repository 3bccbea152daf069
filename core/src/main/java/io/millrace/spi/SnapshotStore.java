package io.millrace.spi;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes the files of one checkpoint. Thread-safe.
 */
public interface SnapshotStore {

    /**
     * Writes bytes that belong to this checkpoint alone; small ones share a file. Durable at the latest when the
     * checkpoint's manifest is published.
     *
     * @param name hint for the file's name
     * @param content writes the bytes
     */
    FileRef writeExclusive(String name, Content content) throws IOException;

    /** Writes a write-once file that later checkpoints may refer to as well. Durable when this returns. */
    FileRef writeShared(String name, Content content) throws IOException;

    /** Writes bytes to a stream that it does not close. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }
}
