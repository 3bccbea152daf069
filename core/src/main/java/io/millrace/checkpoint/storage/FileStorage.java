package io.millrace.checkpoint.storage;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Files in a directory. What is published is on the disk, its directory entries included. A file that is being written has a
 * name of its own in the same directory; it stays when the process crashes, and goes with {@link #deleteAll}.
 *
 * <p>Thread-safe. Calls block.
 */
final class FileStorage implements CheckpointStorage {

    private static final int TRIES_AGAINST_REMOVAL = 10;

    private final Path root;

    FileStorage(Path root) {
        this.root = root;
    }

    @Override
    public Upload create(String path) throws IOException {
        Path target = resolve(path);
        for (int tries = 1; ; tries++) {
            try {
                createDirectory(Directories.parentOf(target));
                return FileUpload.begin(target);
            } catch (NoSuchFileException expectedWhenRemovedAsEmpty) {
                if (tries == TRIES_AGAINST_REMOVAL) {
                    throw expectedWhenRemovedAsEmpty;
                }
            }
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        return Files.newInputStream(resolve(path));
    }

    @Override
    public long length(String path) throws IOException {
        return Files.size(resolve(path));
    }

    @Override
    public List<String> list(String folder) throws IOException {
        return filesBelow(folder).stream()
                .map(file -> root.relativize(file).toString().replace('\\', '/'))
                .sorted()
                .toList();
    }

    @Override
    public boolean delete(String path) throws IOException {
        Path file = resolve(path);
        boolean existed = Files.deleteIfExists(file);
        Directories.removeEmpty(root, Directories.parentOf(file));
        return existed;
    }

    @Override
    public void deleteAll(String folder) throws IOException {
        for (Path file : filesBelow(folder)) {
            Files.deleteIfExists(file);
            Directories.removeEmpty(root, Directories.parentOf(file));
        }
    }

    @Override
    public void close() {}

    /** One at a time: nobody may find a directory that another thread has made but not made durable yet. */
    private synchronized void createDirectory(Path directory) throws IOException {
        Directories.create(root, directory);
    }

    private List<Path> filesBelow(String folder) throws IOException {
        Path start = folder.isEmpty() ? root : resolve(folder);
        requireReadableRoot();
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(start, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) { // never there, or deleted since its directory was read
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return files;
    }

    private void requireReadableRoot() throws IOException {
        try {
            Files.newDirectoryStream(root).close();
        } catch (IOException e) {
            throw new IOException("The root of the checkpoint storage, " + root + ", cannot be read", e);
        }
    }

    private Path resolve(String path) {
        return root.resolve(StoragePaths.requireFile(path));
    }
}
