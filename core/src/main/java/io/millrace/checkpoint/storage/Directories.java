package io.millrace.checkpoint.storage;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes and removes directories below a root so that a power failure does not undo it. Thread-safe. */
final class Directories {

    /** Windows can neither open nor sync a directory; its file systems write such changes through. */
    private static final boolean CAN_SYNC = File.separatorChar == '/';

    private Directories() {}

    /** Makes a directory and its parents, durably; the root itself must exist. */
    static void create(Path root, Path directory) throws IOException {
        if (directory.equals(root)) {
            if (!Files.isDirectory(root)) {
                throw new IOException("The root of the checkpoint storage, " + root + ", is not there any more");
            }
            return;
        }
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = parentOf(directory);
        create(root, parent);
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException expectedWhenMadeByAnother) {
            // its maker may not have come to the sync yet
        }
        sync(parent);
    }

    /** Removes a directory and its parents up to the root, as far as they are empty. */
    static void removeEmpty(Path root, Path directory) throws IOException {
        for (Path next = directory; !next.equals(root); next = parentOf(next)) {
            try {
                Files.deleteIfExists(next);
            } catch (DirectoryNotEmptyException expectedWhenInUse) {
                return;
            }
        }
    }

    /** Makes the entries of a directory durable. */
    static void sync(Path directory) throws IOException {
        if (CAN_SYNC) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    static Path parentOf(Path path) throws NoSuchFileException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new NoSuchFileException(path.toString(), null, "has no parent directory");
        }
        return parent;
    }
}
