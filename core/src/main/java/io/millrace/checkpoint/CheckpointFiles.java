package io.millrace.checkpoint;

import io.millrace.spi.FileRef;
import io.millrace.spi.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/**
 * The files of one checkpoint while it is being taken. Small states are gathered in memory and share files, larger ones
 * get a file each. Given up, it deletes whatever it wrote and stops whoever is still writing.
 *
 * <p>Thread-safe. Calls block, except {@link #cancel}.
 */
final class CheckpointFiles implements SnapshotStore {

    /** Up to this size a state has no file of its own. */
    static final int SMALL_STATE_BYTES = 64 * 1024;

    /** A file of small states is written when it reaches this size, so that the memory for it is bounded. */
    static final int GATHERED_BYTES = 4 * 1024 * 1024;

    private static final String SHARED_FOLDER = "shared";
    private static final int LONGEST_HINT = 60;

    private final JobFolder folder;
    private final CheckpointName name;
    private final List<String> written = new ArrayList<>();
    private ByteArrayOutputStream gathered = new ByteArrayOutputStream();
    private String gatheredPath;
    private boolean hasGathered;
    private int files;
    private boolean sealed;
    private boolean cancelled;

    CheckpointFiles(JobFolder folder, CheckpointName name) {
        this.folder = folder;
        this.name = name;
        this.gatheredPath = pathOfGathered(0);
    }

    @Override
    public FileRef writeExclusive(String hint, Content content) throws IOException {
        requireOpen();
        String path = name.folder() + "/" + numbered(hint) + ".state";
        SnapshotOutput out = outputTo(path, SMALL_STATE_BYTES);
        try {
            content.writeTo(out);
            return out.isInMemory() ? gather(out) : publish(out, path);
        } finally {
            out.release();
        }
    }

    @Override
    public FileRef writeShared(String hint, Content content) throws IOException {
        requireOpen();
        return writeFile(SHARED_FOLDER + "/" + name + "-" + numbered(hint), content);
    }

    /**
     * Writes what was gathered. When this returns, all files are durable; nothing can be added any more.
     *
     * @return whether there was anything
     */
    boolean seal() throws IOException {
        Gathered rest;
        synchronized (this) {
            requireOpen();
            sealed = true;
            rest = takeGathered();
        }
        if (rest.present) {
            writeFile(rest.path, rest.bytes::writeTo);
        }
        return rest.present;
    }

    /** Makes every write fail from now on, those on their way included. Does not block. */
    synchronized void cancel() {
        cancelled = true;
    }

    /**
     * Deletes everything that was written, after {@link #cancel}; returns how many files that was.
     *
     * @throws IOException if something could not be deleted; all else was
     */
    int deleteWritten() throws IOException {
        List<String> paths;
        synchronized (this) {
            if (!cancelled) {
                throw new IllegalStateException("Checkpoint " + name + " is still wanted");
            }
            paths = List.copyOf(written);
        }
        IOException failure = null;
        for (String path : paths) {
            try {
                folder.delete(path);
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return paths.size();
    }

    private FileRef writeFile(String path, Content content) throws IOException {
        SnapshotOutput out = outputTo(path, 0);
        try {
            out.beginUpload();
            content.writeTo(out);
            return publish(out, path);
        } finally {
            out.release();
        }
    }

    private SnapshotOutput outputTo(String path, int memoryLimit) {
        checkWanted();
        return new SnapshotOutput(memoryLimit, () -> folder.create(path), this::checkWanted);
    }

    private FileRef gather(SnapshotOutput out) throws IOException {
        Gathered full = null;
        FileRef ref;
        synchronized (this) {
            requireOpen();
            ref = out.refer(gatheredPath, gathered.size());
            out.writeMemoryTo(gathered);
            hasGathered = true;
            if (gathered.size() >= GATHERED_BYTES) {
                full = takeGathered();
            }
        }
        if (full != null) {
            writeFile(full.path, full.bytes::writeTo);
        }
        return ref;
    }

    private FileRef publish(SnapshotOutput out, String path) throws IOException {
        register(path);
        boolean mayBeOurs = true;
        try {
            out.publish();
        } catch (FileAlreadyExistsException e) {
            mayBeOurs = false;
            forget(path);
            throw e;
        } finally {
            if (mayBeOurs && isCancelled()) { // perhaps too late for the other deletion to have seen this file
                folder.delete(path);
            }
        }
        checkWanted();
        return out.refer(path, 0);
    }

    private synchronized Gathered takeGathered() {
        Gathered taken = new Gathered(gatheredPath, gathered, hasGathered);
        files++;
        gatheredPath = pathOfGathered(files);
        gathered = new ByteArrayOutputStream();
        hasGathered = false;
        return taken;
    }

    private String pathOfGathered(int number) {
        return name.folder() + "/small-" + number + ".state";
    }

    private synchronized String numbered(String hint) {
        files++;
        String safe = hint.replaceAll("[^A-Za-z0-9._-]", "_");
        return String.format(Locale.ROOT, "%d-%s", files, safe.substring(0, Math.min(safe.length(), LONGEST_HINT)));
    }

    /** Before it is published: a file that may exist is as much to be deleted as one that does. */
    private synchronized void register(String path) {
        checkWanted();
        written.add(path);
    }

    private synchronized void forget(String path) {
        written.remove(path);
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    private synchronized void checkWanted() {
        if (cancelled) {
            throw new CancellationException("Checkpoint " + name + " was given up");
        }
    }

    private synchronized void requireOpen() {
        checkWanted();
        if (sealed) {
            throw new IllegalStateException("Checkpoint " + name + " is complete; nothing can be written to it");
        }
    }

    private record Gathered(String path, ByteArrayOutputStream bytes, boolean present) {}
}
