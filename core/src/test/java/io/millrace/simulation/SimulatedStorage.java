package io.millrace.simulation;

import io.millrace.simulation.StorageFaults.Fault;
import io.millrace.simulation.StorageFaults.Operation;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.Upload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A {@link SimulatedDisk} in the hands of one process, in the steps of the real file storage: an unfinished file, its content
 * synced, its name linked, the directory synced, the unfinished name gone. Between any two steps others go on, and the process may
 * end.
 *
 * <p>Used by blocking code of its process only.
 */
final class SimulatedStorage implements CheckpointStorage {

    private static final String PART = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
    private static final Pattern PATH = Pattern.compile(PART + "(/" + PART + ")*");

    /** Under which conditions calls are made. */
    interface Conditions {

        Conditions UNDISTURBED = new Conditions() {
            @Override
            public Fault next(StorageFaults faults, Operation operation, String path) {
                return Fault.NOTHING;
            }

            @Override
            public void pause(Operation operation, boolean slow) {}

            @Override
            public void tell(String what) {}
        };

        /** What goes wrong with a call, if the disk has such faults. */
        Fault next(StorageFaults faults, Operation operation, String path);

        /** Lets others go on. */
        void pause(Operation operation, boolean slow);

        /** Notes a disturbance. */
        void tell(String what);
    }

    /** Calls of a process take time. */
    static final class Disturbed implements Conditions {

        private static final int USUAL_WAIT_MICROS = 2_000;
        private static final int LONGEST_WAIT_MICROS = 500_000;
        private static final int SLOW_PER_VERY_SLOW = 20;

        private final SimulatedProcess process;
        private final Random random;

        Disturbed(SimulatedProcess process, Random random) {
            this.process = process;
            this.random = random;
        }

        @Override
        public Fault next(StorageFaults faults, Operation operation, String path) {
            return faults.next(operation, path);
        }

        @Override
        public void pause(Operation operation, boolean slow) {
            if (slow) {
                int longest = random.nextInt(SLOW_PER_VERY_SLOW) == 0 ? LONGEST_WAIT_MICROS : USUAL_WAIT_MICROS;
                process.block(operation.name(), micros(1 + random.nextInt(longest)), () -> false);
            } else {
                process.block(operation.name(), () -> true);
            }
        }

        private static Duration micros(int micros) {
            return Duration.ofNanos(micros * 1_000L);
        }

        @Override
        public void tell(String what) {
            process.trace("storage: " + what);
        }
    }

    private final SimulatedDisk disk;
    private final Conditions conditions;

    SimulatedStorage(SimulatedDisk disk, Conditions conditions) {
        this.disk = disk;
        this.conditions = conditions;
    }

    @Override
    public Upload create(String path) throws IOException {
        requireFile(path);
        begin(Operation.CREATE, path);
        int slash = path.lastIndexOf('/') + 1;
        String unfinished =
                path.substring(0, slash) + "." + path.substring(slash) + "." + disk.nextUpload() + ".unfinished";
        disk.beginUnfinished(unfinished);
        return new SimulatedUpload(path, unfinished);
    }

    @Override
    public InputStream open(String path) throws IOException {
        requireFile(path);
        begin(Operation.OPEN, path);
        return new ByteArrayInputStream(contentOf(path));
    }

    @Override
    public long length(String path) throws IOException {
        requireFile(path);
        begin(Operation.LENGTH, path);
        return contentOf(path).length;
    }

    /** Looks at one half of the names after the other, as whoever walks through directories. */
    @Override
    public List<String> list(String folder) throws IOException {
        String prefix = folder.isEmpty() ? "" : requireFile(folder) + "/";
        begin(Operation.LIST, folder);
        List<String> before = below(disk.visible().tailMap(prefix, true), prefix);
        String middle = before.isEmpty() ? prefix : before.get(before.size() / 2);
        List<String> found = new ArrayList<>(below(disk.visible().subMap(prefix, true, middle, false), prefix));
        conditions.pause(Operation.LIST, false);
        found.addAll(below(disk.visible().tailMap(middle, true), prefix));
        return List.copyOf(found);
    }

    private static List<String> below(NavigableMap<String, byte[]> files, String prefix) {
        return files.keySet().stream()
                .takeWhile(path -> path.startsWith(prefix))
                .toList();
    }

    @Override
    public boolean delete(String path) throws IOException {
        return unlink(requireFile(path));
    }

    /** Takes unfinished files along. */
    @Override
    public void deleteAll(String folder) throws IOException {
        for (String path : list(folder)) {
            unlink(path);
        }
    }

    private boolean unlink(String path) throws IOException {
        Fault fault = begin(Operation.DELETE, path);
        boolean existed = disk.unlink(path);
        conditions.pause(Operation.DELETE, false);
        end(fault, Operation.DELETE, path);
        return existed;
    }

    @Override
    public void close() {}

    private byte[] contentOf(String path) throws NoSuchFileException {
        byte[] content = disk.visible().get(path);
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return content;
    }

    private Fault begin(Operation operation, String path) throws IOException {
        Fault fault = conditions.next(disk.faults(), operation, path);
        conditions.pause(operation, fault == Fault.SLOW);
        if (fault == Fault.FAILS) {
            throw failure(operation, path, "failed");
        }
        return fault;
    }

    private void end(Fault fault, Operation operation, String path) throws IOException {
        if (fault == Fault.DONE_BUT_FAILS) {
            throw failure(operation, path, "was done, but failed");
        }
    }

    private IOException failure(Operation operation, String path, String how) {
        conditions.tell(operation + " " + path + " " + how);
        return new IOException("Simulated: " + operation + " " + path + " " + how);
    }

    private static String requireFile(String path) {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException("Not a path in a checkpoint storage: '" + path + "'");
        }
        return path;
    }

    private final class SimulatedUpload implements Upload {

        private final String path;
        private final String unfinished;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        SimulatedUpload(String path, String unfinished) {
            this.path = path;
            this.unfinished = unfinished;
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
                    Fault fault = conditions.next(disk.faults(), Operation.WRITE, path);
                    if (fault == Fault.FAILS) {
                        written.write(bytes, offset, count / 2);
                        disk.write(unfinished, written.toByteArray());
                        throw failure(Operation.WRITE, path, "failed in the middle");
                    }
                    written.write(bytes, offset, count);
                    disk.write(unfinished, written.toByteArray());
                }
            };
        }

        @Override
        public void publish() throws IOException {
            Fault fault = begin(Operation.PUBLISH, path);
            byte[] content = written.toByteArray();
            if (!disk.link(path, content)) {
                throw new FileAlreadyExistsException(path);
            }
            conditions.pause(Operation.PUBLISH, false);
            disk.syncDirectoryOf(path);
            conditions.pause(Operation.PUBLISH, false);
            disk.unlink(unfinished);
            end(fault, Operation.PUBLISH, path);
        }

        @Override
        public void close() {
            disk.unlink(unfinished);
        }
    }
}
