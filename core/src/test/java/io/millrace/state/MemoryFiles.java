package io.millrace.state;

import io.millrace.spi.FileRef;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.SnapshotStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Snapshot files in memory. Thread-safe. */
final class MemoryFiles implements SnapshotStore, SnapshotReader {

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public FileRef writeExclusive(String name, Content content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        String path = count.incrementAndGet() + "-" + name;
        files.put(path, out.toByteArray());
        return new FileRef(path, 0, out.size(), 0);
    }

    @Override
    public FileRef writeShared(String name, Content content) throws IOException {
        return writeExclusive(name, content);
    }

    @Override
    public InputStream read(FileRef ref) {
        return new ByteArrayInputStream(bytes(ref));
    }

    byte[] bytes(FileRef ref) {
        return files.get(ref.path());
    }
}
