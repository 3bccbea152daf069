package io.millrace.simulation;

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

/** Snapshot files in memory, for tests without a checkpoint storage. Thread-safe. */
public final class MemorySnapshots implements SnapshotStore, SnapshotReader {

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    @Override
    public FileRef writeExclusive(String name, Content content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        String path = name + "-" + count.incrementAndGet();
        files.put(path, out.toByteArray());
        return new FileRef(path, 0, out.size(), 0);
    }

    @Override
    public FileRef writeShared(String name, Content content) throws IOException {
        return writeExclusive(name, content);
    }

    @Override
    public InputStream read(FileRef ref) {
        return new ByteArrayInputStream(files.get(ref.path()));
    }
}
