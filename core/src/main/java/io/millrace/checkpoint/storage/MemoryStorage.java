package io.millrace.checkpoint.storage;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.ConcurrentNavigableMap;

/** Files in memory. Thread-safe; its calls do not block. */
final class MemoryStorage implements CheckpointStorage {

    private final ConcurrentNavigableMap<String, byte[]> files;

    /** Works on the given files, by path. */
    MemoryStorage(ConcurrentNavigableMap<String, byte[]> files) {
        this.files = files;
    }

    @Override
    public Upload create(String path) {
        return new MemoryUpload(files, StoragePaths.requireFile(path));
    }

    @Override
    public InputStream open(String path) throws NoSuchFileException {
        return new ByteArrayInputStream(contentOf(path));
    }

    @Override
    public long length(String path) throws NoSuchFileException {
        return contentOf(path).length;
    }

    @Override
    public List<String> list(String folder) {
        String prefix = folder.isEmpty() ? "" : StoragePaths.requireFile(folder) + "/";
        return files.tailMap(prefix).keySet().stream()
                .takeWhile(path -> path.startsWith(prefix))
                .toList();
    }

    @Override
    public boolean delete(String path) {
        return files.remove(StoragePaths.requireFile(path)) != null;
    }

    /** Lets the files live on: whoever opens the same name finds them. */
    @Override
    public void close() {}

    private byte[] contentOf(String path) throws NoSuchFileException {
        byte[] content = files.get(StoragePaths.requireFile(path));
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return content;
    }

    private static final class MemoryUpload implements Upload {

        private final ConcurrentNavigableMap<String, byte[]> files;
        private final String path;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();

        MemoryUpload(ConcurrentNavigableMap<String, byte[]> files, String path) {
            this.files = files;
            this.path = path;
        }

        @Override
        public OutputStream out() {
            return content;
        }

        @Override
        public void publish() throws FileAlreadyExistsException {
            if (files.putIfAbsent(path, content.toByteArray()) != null) {
                throw new FileAlreadyExistsException(path);
            }
        }

        @Override
        public void close() {}
    }
}
