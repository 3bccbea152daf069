package io.millrace.checkpoint.storage;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Files in memory, with the faults that a test asks for and a record of what was done. Thread-safe.
 */
public final class FaultyStorage implements CheckpointStorage {

    /** What can be disturbed. */
    public enum Operation {
        CREATE,
        WRITE,
        PUBLISH,
        OPEN,
        LENGTH,
        LIST,
        DELETE
    }

    /** How it is disturbed. */
    public enum Fault {
        /** Throws, and nothing was done. */
        FAILS,
        /** Throws, though it was done. */
        DONE_BUT_THROWS,
        /** For a publication: throws, and half of the bytes are there. */
        TORN,
        /** For a publication: says that all is well, and half of the bytes are there. */
        SILENTLY_TORN
    }

    private final ConcurrentSkipListMap<String, byte[]> files;
    private final MemoryStorage storage;
    private final List<Rule> rules = new ArrayList<>();
    private final List<String> history = new ArrayList<>();

    public FaultyStorage() {
        this(new ConcurrentSkipListMap<>());
    }

    private FaultyStorage(ConcurrentSkipListMap<String, byte[]> files) {
        this.files = files;
        this.storage = new MemoryStorage(files);
    }

    /** Disturbs the next operations of a kind on paths that contain a text. */
    public synchronized void inject(Operation operation, String pathPart, Fault fault, int times) {
        rules.add(new Rule(operation, pathPart, fault, times, () -> {}));
    }

    /** Disturbs all operations of a kind on paths that contain a text, until {@link #heal}. */
    public void inject(Operation operation, String pathPart, Fault fault) {
        inject(operation, pathPart, fault, Integer.MAX_VALUE);
    }

    /** Does something just before the next operation of a kind on a path that contains a text. */
    public synchronized void before(Operation operation, String pathPart, Runnable action) {
        rules.add(new Rule(operation, pathPart, null, 1, action));
    }

    /** Ends all faults. */
    public synchronized void heal() {
        rules.clear();
    }

    /** Returns the files with their bytes; changing the map changes the files. */
    public Map<String, byte[]> files() {
        return files;
    }

    /** Returns a copy of all files, as a disk would be found after a crash. */
    public FaultyStorage copy() {
        return new FaultyStorage(new ConcurrentSkipListMap<>(new TreeMap<>(files)));
    }

    /** Returns what was done, as in {@code DELETE job/checkpoints/1-1/manifest.json}, reads left out. */
    public synchronized List<String> history() {
        return List.copyOf(history);
    }

    @Override
    public Upload create(String path) throws IOException {
        require(Operation.CREATE, path);
        return new FaultyUpload(path, storage.create(path));
    }

    @Override
    public InputStream open(String path) throws IOException {
        require(Operation.OPEN, path);
        return storage.open(path);
    }

    @Override
    public long length(String path) throws IOException {
        require(Operation.LENGTH, path);
        return storage.length(path);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        require(Operation.LIST, folder);
        return storage.list(folder);
    }

    @Override
    public boolean delete(String path) throws IOException {
        Fault fault = faultOf(Operation.DELETE, path);
        if (fault == Fault.FAILS) {
            throw failure(Operation.DELETE, path);
        }
        record(Operation.DELETE, path);
        boolean existed = storage.delete(path);
        if (fault != null) {
            throw failure(Operation.DELETE, path);
        }
        return existed;
    }

    @Override
    public void close() {}

    private void require(Operation operation, String path) throws IOException {
        if (faultOf(operation, path) != null) {
            throw failure(operation, path);
        }
    }

    private Fault faultOf(Operation operation, String path) {
        Runnable action = null;
        Fault fault = null;
        boolean isHook = false;
        synchronized (this) {
            for (int i = 0; i < rules.size() && action == null; i++) {
                Rule rule = rules.get(i);
                if (rule.operation == operation && path.contains(rule.pathPart)) {
                    rules.remove(i);
                    if (rule.times > 1) {
                        rules.add(i, rule.less());
                    }
                    action = rule.action;
                    fault = rule.fault;
                    isHook = fault == null;
                }
            }
        }
        if (action != null) {
            action.run();
        }
        return isHook ? faultOf(operation, path) : fault;
    }

    private synchronized void record(Operation operation, String path) {
        history.add(operation + " " + path);
    }

    private static IOException failure(Operation operation, String path) {
        return new IOException("injected: " + operation + " " + path);
    }

    private record Rule(Operation operation, String pathPart, Fault fault, int times, Runnable action) {
        Rule less() {
            return new Rule(operation, pathPart, fault, times - 1, action);
        }
    }

    private final class FaultyUpload implements Upload {

        private final String path;
        private final Upload upload;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        FaultyUpload(String path, Upload upload) {
            this.path = path;
            this.upload = upload;
        }

        @Override
        public OutputStream out() {
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    write(new byte[] {(byte) value}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                    require(Operation.WRITE, path);
                    written.write(bytes, offset, count);
                }
            };
        }

        @Override
        public void publish() throws IOException {
            Fault fault = faultOf(Operation.PUBLISH, path);
            if (fault == Fault.FAILS) {
                throw failure(Operation.PUBLISH, path);
            }
            byte[] all = written.toByteArray();
            boolean torn = fault == Fault.TORN || fault == Fault.SILENTLY_TORN;
            upload.out().write(torn ? Arrays.copyOf(all, all.length / 2) : all);
            upload.publish();
            record(Operation.PUBLISH, path);
            if (fault == Fault.DONE_BUT_THROWS || fault == Fault.TORN) {
                throw failure(Operation.PUBLISH, path);
            }
        }

        @Override
        public void close() throws IOException {
            upload.close();
        }
    }
}
