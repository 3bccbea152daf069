package io.millrace.checkpoint;

import io.millrace.api.CheckpointReport;
import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.checkpoint.storage.FaultyStorage;
import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.StateRef;
import io.millrace.time.ManualEventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A coordinator over a storage, a commit log, two source tasks and a counting task that a test drives by hand. Everything that
 * it tells the outside is in {@link #told}, in order.
 */
final class CoordinatorFixture implements CoordinatorListener {

    static final Duration INTERVAL = Duration.ofSeconds(1);
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    final ManualEventLoop loop = new ManualEventLoop();
    final FaultyStorage files;
    final JobStorage storage;
    final RecordingLog log;
    final long run;
    final List<String> told = new ArrayList<>();
    final List<CheckpointReport> reports = new ArrayList<>();
    final List<Throwable> failures = new ArrayList<>();
    final List<FakeTask> tasks = List.of(
            new FakeTask(new TaskId("lines", 0), true),
            new FakeTask(new TaskId("lines", 1), true),
            new FakeTask(new TaskId("counts", 0), false));
    final CheckpointCoordinator coordinator;

    /** Begins the next run over what is in the storage; the first one commits its first checkpoint, number 1. */
    CoordinatorFixture(FaultyStorage files, Timing timing, int retained) throws IOException {
        this.files = files;
        this.storage = new JobStorage(files, Samples.JOB);
        this.log = new RecordingLog(new StorageCommitLog(files, Samples.JOB));
        LogContents contents = log.fence();
        this.run = contents.lastTakeover().map(LogEntry::run).orElse(0L) + 1;
        log.takeOver(Samples.takeover(run));
        long nextId = storage.nextCheckpointId(contents.lastCommit());
        Manifest restored;
        if (contents.lastCommit().isPresent()) {
            restored = storage.load(contents.lastCommit().get());
        } else {
            restored = new StartCheckpoint(settings(nextId, timing, retained), log, storage, loop.clock())
                    .commit(Optional.empty(), Map.of("lines", List.of(Samples.split("lines-0", 0))));
            nextId++;
        }
        this.coordinator = new CheckpointCoordinator(
                settings(nextId, timing, retained), loop, log, storage, Optional.of(restored), this);
    }

    /** A new job that keeps two checkpoints, started. */
    static CoordinatorFixture started() throws IOException {
        return started(new FaultyStorage());
    }

    static CoordinatorFixture started(FaultyStorage files) throws IOException {
        return started(files, Timing.of(INTERVAL, TIMEOUT), 2);
    }

    static CoordinatorFixture started(FaultyStorage files, Timing timing, int retained) throws IOException {
        CoordinatorFixture fixture = new CoordinatorFixture(files, timing, retained);
        fixture.coordinator.start(fixture.tasks);
        return fixture;
    }

    private CoordinatorSettings settings(long firstId, Timing timing, int retained) {
        return new CoordinatorSettings(
                Samples.IDENTITY, run, firstId, timing, retained, 128, 1, Map.of("lines", 2, "counts", 1));
    }

    /** Waits until a checkpoint is triggered. */
    void trigger() {
        loop.advance(INTERVAL);
    }

    /** All tasks store their part and acknowledge. */
    void acknowledge(long id) {
        tasks.forEach(task -> acknowledge(task, id));
    }

    /** A task stores its part and acknowledges; runs no event yet. */
    void acknowledge(FakeTask task, long id) {
        coordinator.acknowledged(task.id(), id, snapshot(task, id));
    }

    TaskSnapshot snapshot(FakeTask task, long id) {
        if (task.isSource()) {
            String split = "lines-" + task.id().subtask();
            return new TaskSnapshot(
                    List.of(new OperatorSnapshot("lines", List.of(), List.of(Samples.split(split, 100 * id)))));
        }
        return new TaskSnapshot(List.of(new OperatorSnapshot("counts", List.of(store(id)), List.of())));
    }

    private StateRef store(long id) {
        SnapshotStore store = coordinator.storeOf(id);
        try {
            return Samples.state(
                    store.writeExclusive("small", out -> out.write(new byte[10])),
                    store.writeExclusive("large", out -> out.write(new byte[70_000])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Triggers a checkpoint and lets everything happen until it is decided. */
    void complete(long id) {
        trigger();
        acknowledge(id);
        loop.runAll();
    }

    FakeTask counts() {
        return tasks.get(2);
    }

    /** What the tasks were told of a checkpoint, by all of them alike. */
    List<String> letters(String kind) {
        return tasks.get(2).letters.stream()
                .filter(letter -> letter.startsWith(kind))
                .toList();
    }

    /** The folders of checkpoints that have anything in the storage. */
    List<CheckpointName> stored() throws IOException {
        return storage.checkpoints();
    }

    /** The last commit that any process would find. */
    CheckpointName decided() {
        return new StorageCommitLog(files, Samples.JOB)
                .look()
                .lastCommit()
                .map(CheckpointName::of)
                .orElseThrow();
    }

    @Override
    public void committed(CheckpointReport report, Manifest manifest) {
        reports.add(report);
        told.add("committed " + manifest.name());
    }

    @Override
    public void gaveUp(CheckpointReport report) {
        reports.add(report);
        told.add("gave up " + new CheckpointName(report.checkpointId(), report.run()));
    }

    @Override
    public void ended(boolean drained) {
        told.add("ended " + (drained ? "drained" : "finished"));
    }

    @Override
    public void failed(Throwable cause) {
        failures.add(cause);
        told.add("failed");
    }

    /** Keeps the letters that it is sent. */
    static final class FakeTask implements Participant {

        final List<String> letters = new ArrayList<>();
        private final TaskId id;
        private final boolean source;

        FakeTask(TaskId id, boolean source) {
            this.id = id;
            this.source = source;
        }

        @Override
        public TaskId id() {
            return id;
        }

        @Override
        public boolean isSource() {
            return source;
        }

        @Override
        public void trigger(long checkpointId, boolean pause) {
            letters.add("trigger " + checkpointId + (pause ? " and pause" : ""));
        }

        @Override
        public void resume() {
            letters.add("resume");
        }

        @Override
        public void committed(long checkpointId) {
            letters.add("committed " + checkpointId);
        }

        @Override
        public void aborted(long checkpointId) {
            letters.add("aborted " + checkpointId);
        }
    }

    /** A commit log that keeps what was asked of it, and fails when told to. */
    static final class RecordingLog implements CommitLog {

        final List<Long> commits = new ArrayList<>();
        RuntimeException failBefore;
        RuntimeException failAfter;
        RuntimeException notVisible;
        boolean awaited;
        private final CommitLog log;

        RecordingLog(CommitLog log) {
            this.log = log;
        }

        @Override
        public LogContents look() {
            return log.look();
        }

        @Override
        public LogContents fence() {
            return log.fence();
        }

        @Override
        public void takeOver(LogEntry.Takeover entry) {
            log.takeOver(entry);
        }

        @Override
        public void commit(LogEntry.Commit entry) {
            commits.add(entry.checkpointId());
            if (failBefore != null) {
                throw failBefore;
            }
            log.commit(entry);
            if (failAfter != null) {
                throw failAfter;
            }
        }

        @Override
        public void awaitVisible() {
            awaited = true;
            if (notVisible != null) {
                throw notVisible;
            }
        }

        @Override
        public void close() {}
    }
}
