package io.millrace.simulation;

import io.millrace.spi.CheckpointStorage;
import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The files that the processes of a world share, as a local file system keeps them: a name that was made or deleted is on the
 * disk for certain once its directory was synced, and until then may be lost with the power. What a file holds is synced before
 * it gets its name.
 *
 * <p>Not thread-safe.
 */
public final class SimulatedDisk {

    /** Is told what becomes of files, at the moment when it can be seen. */
    public interface Watcher {

        void published(String path);

        void deleted(String path);
    }

    private final Random random;
    private final NavigableMap<String, byte[]> visible = new TreeMap<>();
    private final NavigableMap<String, byte[]> durable = new TreeMap<>();
    private StorageFaults faults = StorageFaults.NONE;
    private @Nullable Watcher watcher;
    private int uploads;

    /** @param random draws how long calls take, and what is lost with the power */
    public SimulatedDisk(Random random) {
        this.random = random;
    }

    /** The disk as a process uses it: its calls take time, and fail as the faults say. */
    public CheckpointStorage storageOf(SimulatedProcess process) {
        return new SimulatedStorage(this, new SimulatedStorage.Disturbed(process, random));
    }

    /** The disk as somebody sees it who disturbs nothing and is not disturbed. */
    public CheckpointStorage asItIs() {
        return new SimulatedStorage(this, SimulatedStorage.Conditions.UNDISTURBED);
    }

    public void faults(StorageFaults next) {
        faults = next;
    }

    public void watch(Watcher next) {
        watcher = next;
    }

    /** All files that can be seen, unfinished ones included. */
    public SortedSet<String> paths() {
        return new TreeSet<>(visible.keySet());
    }

    /** Of each name that is not durable as it can be seen, what can be seen is kept or lost. Ends no process. */
    public void losePower() {
        SortedSet<String> all = paths();
        all.addAll(durable.keySet());
        for (String path : all) {
            if (visible.get(path) != durable.get(path)) {
                settle(path, random.nextBoolean() ? visible.get(path) : durable.get(path));
            }
        }
    }

    private void settle(String path, byte @Nullable [] content) {
        if (content == null) {
            visible.remove(path);
            durable.remove(path);
        } else {
            visible.put(path, content);
            durable.put(path, content);
        }
    }

    /** Changes a file at rest: flips a bit of it, cuts its end off, or loses it. Returns what was done. */
    public String damage(String path) {
        byte[] content = visible.get(path);
        if (content == null || content.length == 0) {
            settle(path, null);
            return "lost";
        }
        int at = random.nextInt(content.length);
        switch (random.nextInt(3)) {
            case 0 -> {
                byte[] flipped = content.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                settle(path, flipped);
                return "bit flipped in byte " + at + " of " + content.length;
            }
            case 1 -> {
                settle(path, Arrays.copyOf(content, at));
                return "cut from " + content.length + " to " + at + " bytes";
            }
            default -> {
                settle(path, null);
                return "lost";
            }
        }
    }

    /** Brings back what a file held, as from a backup. */
    public void restore(String path, byte[] content) {
        settle(path, content);
    }

    // For the storage

    StorageFaults faults() {
        return faults;
    }

    NavigableMap<String, byte[]> visible() {
        return Collections.unmodifiableNavigableMap(visible);
    }

    int nextUpload() {
        return ++uploads;
    }

    void beginUnfinished(String path) {
        visible.put(path, new byte[0]);
    }

    void write(String unfinished, byte[] content) {
        visible.put(unfinished, content);
    }

    /** Gives the content a name, unless there is such a name; returns whether it did. */
    boolean link(String path, byte[] content) {
        if (visible.putIfAbsent(path, content) != null) {
            return false;
        }
        if (watcher != null) {
            watcher.published(path);
        }
        return true;
    }

    boolean unlink(String path) {
        boolean existed = visible.remove(path) != null;
        if (existed && watcher != null) {
            watcher.deleted(path);
        }
        return existed;
    }

    /** Makes the names in the directory of {@code path} durable. */
    void syncDirectoryOf(String path) {
        String directory = path.substring(0, path.lastIndexOf('/') + 1);
        TreeSet<String> all = new TreeSet<>(visible.keySet());
        all.addAll(durable.keySet());
        for (String name : all.tailSet(directory)) {
            if (!name.startsWith(directory)) {
                break;
            }
            if (name.indexOf('/', directory.length()) < 0) {
                settle(name, visible.get(name));
            }
        }
    }
}
