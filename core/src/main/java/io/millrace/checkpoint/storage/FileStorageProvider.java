package io.millrace.checkpoint.storage;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CheckpointStorageProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Serves {@code file:} URIs: a directory that exists and can be written, on a file system with hard links.
 *
 * <p>Thread-safe.
 */
public final class FileStorageProvider implements CheckpointStorageProvider {

    @Override
    public String scheme() {
        return "file";
    }

    /**
     * Opens the directory, which must be there already: one that is missing may as well be a disk that is not mounted,
     * and to begin anew in its place would lose everything.
     */
    @Override
    public CheckpointStorage open(URI root) {
        Path directory = toPath(root);
        if (!Files.isDirectory(directory)) {
            throw new StartRefusedException(
                    "The checkpoint storage " + root + " needs the directory " + directory + ", which "
                            + (Files.exists(directory) ? "is a file" : "does not exist")
                            + ". Create it, or mount the disk that holds it.");
        }
        if (!Files.isReadable(directory) || !Files.isWritable(directory) || !Files.isExecutable(directory)) {
            throw new StartRefusedException("The checkpoint storage " + root + " needs to read and write the directory "
                    + directory + ", which user " + System.getProperty("user.name")
                    + " may not. Give that user the rights, or choose another directory.");
        }
        return new FileStorage(directory);
    }

    private static Path toPath(URI root) {
        try {
            return Path.of(root).toAbsolutePath();
        } catch (IllegalArgumentException e) {
            throw new StartRefusedException(
                    "The checkpoint storage '" + root
                            + "' names no directory. Give an absolute path, as in file:///var/lib/millrace.",
                    e);
        }
    }
}
