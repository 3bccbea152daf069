package io.millrace.runtime;

import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.spi.CommitLog;
import io.millrace.spi.FileRef;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotStore;
import io.millrace.time.EventLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Just enough of a coordinator to test tasks with: triggers again and again, commits in order, and gives checkpoints up
 * at random. The real one has tests of its own.
 */
final class MiniCoordinator implements TaskReports {

    private static final UUID ID = new UUID(0, 0);

    private final EventLoop loop;
    private final CommitLog log;
    private final SnapshotStore store;
    private final Random random;
    private final Faults faults;

    /** Snapshots by checkpoint, complete ones and others: the "storage". Survives the attempt. */
    private final SortedMap<Long, Map<TaskId, TaskSnapshot>> snapshots;

    private final SortedMap<Long, Map<TaskId, TaskSnapshot>> inFlight = new ConcurrentSkipListMap<>();
    private final Set<TaskId> drained = new HashSet<>();
    private List<Task> tasks = List.of();
    private long nextId;
    private long finalId = Long.MAX_VALUE;
    private boolean committing;
    private boolean finished;
    private Runnable onFinished = () -> {};

    /**
     * What goes wrong.
     *
     * @param abortOneIn one checkpoint in so many is given up at a random moment; 0 for none
     * @param storeFailsOneIn one capture in so many cannot be stored; 0 for none
     * @param maxConcurrent checkpoints in flight
     */
    record Faults(int abortOneIn, int storeFailsOneIn, int maxConcurrent) {
        static final Faults NONE = new Faults(0, 0, 1);
    }

    MiniCoordinator(
            EventLoop loop,
            CommitLog log,
            SnapshotStore store,
            SortedMap<Long, Map<TaskId, TaskSnapshot>> snapshots,
            Random random,
            Faults faults) {
        this.loop = loop;
        this.log = log;
        this.store = store;
        this.snapshots = snapshots;
        this.random = random;
        this.faults = faults;
        this.nextId = snapshots.isEmpty() ? 1 : snapshots.lastKey() + 1;
    }

    /** Whether the final checkpoint is committed. */
    boolean isFinished() {
        return finished;
    }

    void onFinished(Runnable listener) {
        onFinished = listener;
    }

    void start(List<Task> all) {
        tasks = all;
        loop.schedule(Duration.ofMillis(10), this::tick);
    }

    /** Pauses the sources behind a checkpoint, which becomes the final one if it commits. */
    void pauseAndFinish() {
        finalId = trigger(true);
    }

    private void tick() {
        if (inFlight.size() < faults.maxConcurrent() && finalId == Long.MAX_VALUE) {
            trigger(false);
        }
        if (!finished) {
            loop.schedule(Duration.ofMillis(10), this::tick);
        }
    }

    long trigger(boolean pause) {
        long id = nextId++;
        inFlight.put(id, new TreeMap<>((a, b) -> a.toString().compareTo(b.toString())));
        tasks.stream().filter(Task::isSource).forEach(task -> task.trigger(id, pause));
        if (faults.abortOneIn() > 0 && random.nextInt(faults.abortOneIn()) == 0) {
            loop.schedule(Duration.ofMillis(random.nextInt(15)), () -> giveUp(id));
        }
        return id;
    }

    private void giveUp(long id) {
        if (inFlight.containsKey(id) && !(committing && inFlight.firstKey() == id)) {
            inFlight.remove(id);
            tasks.forEach(task -> task.aborted(id));
            if (finalId == id) {
                finalId = Long.MAX_VALUE;
            }
            finishIfDrained();
            commitNext();
        }
    }

    private void commitNext() {
        if (committing
                || inFlight.isEmpty()
                || inFlight.get(inFlight.firstKey()).size() < tasks.size()) {
            return;
        }
        long id = inFlight.firstKey();
        committing = true;
        snapshots.put(id, inFlight.get(id));
        loop.call(
                "commit " + id,
                () -> {
                    log.commit(new LogEntry.Commit(ID, ID, 1, id, "digest"));
                    return id;
                },
                (result, failure) -> committed(id, failure));
    }

    private void committed(long id, Throwable failure) {
        if (failure != null) {
            throw new AssertionError("Commit failed", failure);
        }
        committing = false;
        inFlight.remove(id);
        tasks.forEach(task -> task.committed(id));
        if (id >= finalId) {
            finished = true;
            onFinished.run();
        }
        commitNext();
    }

    private void finishIfDrained() {
        if (drained.size() == tasks.size() && finalId == Long.MAX_VALUE) {
            finalId = trigger(false);
        }
    }

    @Override
    public void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot) {
        loop.execute(() -> {
            Map<TaskId, TaskSnapshot> parts = inFlight.get(checkpointId);
            if (parts != null && parts.put(task, snapshot) != null) {
                throw new AssertionError(task + " acknowledged " + checkpointId + " twice");
            }
            commitNext();
        });
    }

    @Override
    public void declined(TaskId task, long checkpointId, Throwable reason) {
        loop.execute(() -> giveUp(checkpointId));
    }

    @Override
    public void drained(TaskId task) {
        loop.execute(() -> {
            if (!drained.add(task)) {
                throw new AssertionError(task + " drained twice");
            }
            finishIfDrained();
        });
    }

    @Override
    public SnapshotStore storeOf(long checkpointId) {
        if (!inFlight.containsKey(checkpointId)) {
            throw new CancellationException("Checkpoint " + checkpointId + " was given up");
        }
        return faults.storeFailsOneIn() > 0 && random.nextInt(faults.storeFailsOneIn()) == 0 ? failing() : store;
    }

    private static SnapshotStore failing() {
        return new SnapshotStore() {
            @Override
            public FileRef writeExclusive(String name, Content content) throws IOException {
                throw new IOException("Disk full");
            }

            @Override
            public FileRef writeShared(String name, Content content) throws IOException {
                throw new IOException("Disk full");
            }
        };
    }
}
