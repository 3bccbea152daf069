package io.millrace.spi;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Write-once files under one root. Paths are relative, with {@code /} between their parts; folders come and go with
 * their files. Nothing is assumed beyond conditional create, read, list and delete: no rename, no locks.
 *
 * <p>Thread-safe. Calls block.
 */
public interface CheckpointStorage extends AutoCloseable {

    /** Begins a new file. Nothing can be seen under its name until {@link Upload#publish}. */
    Upload create(String path) throws IOException;

    /**
     * Opens a file for reading.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    InputStream open(String path) throws IOException;

    /**
     * Returns the length of a file in bytes.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    long length(String path) throws IOException;

    /**
     * Returns the paths of all files below a folder, at any depth, sorted; empty if there is no such folder. Files that
     * are being written, or were when a writer crashed, may be among them under names of their own, whose last part
     * begins with a dot. A root that cannot be read is an exception, never an empty answer.
     */
    List<String> list(String folder) throws IOException;

    /** Deletes a file; returns false if there was none. */
    boolean delete(String path) throws IOException;

    /**
     * Deletes all files below a folder, at any depth, and what crashed writers left unfinished in it. Nobody may be
     * writing there.
     */
    default void deleteAll(String folder) throws IOException {
        for (String path : list(folder)) {
            delete(path);
        }
    }

    @Override
    void close() throws IOException;
}
