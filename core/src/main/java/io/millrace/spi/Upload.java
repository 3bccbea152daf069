package io.millrace.spi;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A file that is being written. It comes into being as a whole through {@link #publish}, or not at all: closing without
 * publishing throws away what was written.
 *
 * <p>Not thread-safe.
 */
public interface Upload extends AutoCloseable {

    OutputStream out();

    /**
     * Makes the file durable and visible under its name, unless the name exists already.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name exists: this upload certainly did not make it
     * @throws IOException any other: it may or may not exist now; read it back before deciding anything
     */
    void publish() throws IOException;

    /** Throws away what was not published. */
    @Override
    void close() throws IOException;
}
