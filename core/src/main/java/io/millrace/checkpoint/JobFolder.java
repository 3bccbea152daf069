package io.millrace.checkpoint;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The files of one job, by paths relative to its folder.
 *
 * <p>Thread-safe. Calls block.
 */
final class JobFolder {

    private final CheckpointStorage storage;
    private final String prefix;

    JobFolder(CheckpointStorage storage, String jobName) {
        this.storage = storage;
        this.prefix = jobName + "/";
    }

    /** How a path is called in messages. */
    String nameOf(String path) {
        return prefix + path;
    }

    Upload create(String path) throws IOException {
        return storage.create(prefix + path);
    }

    InputStream open(String path) throws IOException {
        return storage.open(prefix + path);
    }

    /** Reads a small file as a whole; empty if there is none. */
    Optional<byte[]> read(String path) throws IOException {
        try (InputStream in = open(path)) {
            return Optional.of(in.readAllBytes());
        } catch (NoSuchFileException expectedWhenAbsent) {
            return Optional.empty();
        }
    }

    long length(String path) throws IOException {
        return storage.length(prefix + path);
    }

    /** All files below a folder, at any depth, sorted. */
    List<String> list(String folder) throws IOException {
        return storage.list(prefix + folder).stream()
                .map(path -> path.substring(prefix.length()))
                .toList();
    }

    boolean delete(String path) throws IOException {
        return storage.delete(prefix + path);
    }

    void deleteAll(String folder) throws IOException {
        storage.deleteAll(prefix + folder);
    }

    /**
     * Creates a small file, unless its name exists. A write that may or may not have happened is read back.
     *
     * @return empty if the file holds {@code content} now, else what it holds instead
     * @throws IOException if the file was certainly not created
     * @throws InDoubtException if nobody can tell
     */
    Optional<byte[]> createOnce(String path, byte[] content) throws IOException {
        boolean publishing = false;
        try (Upload upload = create(path)) {
            upload.out().write(content);
            publishing = true;
            upload.publish();
            return Optional.empty();
        } catch (FileAlreadyExistsException e) {
            byte[] found = readBack(path, e)
                    .orElseThrow(() -> new InDoubtException(
                            "Creating " + nameOf(path) + " failed because it exists, and then it did not.", e));
            return difference(found, content);
        } catch (IOException e) {
            if (!publishing) {
                throw e;
            }
            Optional<byte[]> found = readBack(path, e);
            if (found.isEmpty()) {
                throw e;
            }
            return difference(found.get(), content);
        }
    }

    private Optional<byte[]> readBack(String path, IOException failure) {
        try {
            return read(path);
        } catch (IOException e) {
            e.addSuppressed(failure);
            throw new InDoubtException(
                    "Creating " + nameOf(path) + " failed, and it cannot be read to see whether it exists.", e);
        }
    }

    private static Optional<byte[]> difference(byte[] found, byte[] expected) {
        return Arrays.equals(found, expected) ? Optional.empty() : Optional.of(found);
    }
}
