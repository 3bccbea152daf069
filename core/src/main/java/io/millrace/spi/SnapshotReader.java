package io.millrace.spi;

import java.io.IOException;
import java.io.InputStream;

/** Reads the files of a checkpoint. Thread-safe. */
public interface SnapshotReader {

    /**
     * Reads bytes and checks them as a whole before handing them out.
     *
     * @throws io.millrace.api.DamagedException naming the file, if it is missing, too short, or its checksum differs
     * @throws IOException if the storage cannot be read at the moment
     */
    InputStream read(FileRef ref) throws IOException;
}
