package io.millrace.checkpoint;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import io.millrace.spi.FileRef;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Plain values for tests. */
final class Samples {

    static final String JOB = "word-count";
    static final UUID JOB_ID = new UUID(0, 1);
    static final UUID STORAGE_ID = new UUID(0, 2);
    static final JobIdentity IDENTITY = new JobIdentity(JOB, JOB_ID, STORAGE_ID);
    static final Timing TIMING = Timing.of(Duration.ofSeconds(1), Duration.ofSeconds(10));

    private Samples() {}

    static CheckpointName name(long checkpointId, long run) {
        return new CheckpointName(checkpointId, run);
    }

    static SourceSplit split(String id, long offset) {
        return SourceSplit.of(id, Map.of("offset", Long.toString(offset), "leaderEpoch", "3"));
    }

    static StateRef state(FileRef... files) {
        return new StateRef("count", "canonical-1", new KeyGroupRange(0, 63), "string", "long", List.of(files));
    }

    static FileRef file(String path, long offset, long length) {
        return new FileRef(path, offset, length, 0xdeadbeef);
    }

    /** A manifest without state. */
    static Manifest manifest(CheckpointName name, CheckpointName... retained) {
        return manifest(name, List.of(), retained);
    }

    /** A manifest that refers to files, each of 10 bytes. */
    static Manifest manifest(CheckpointName name, List<String> files, CheckpointName... retained) {
        FileRef[] refs = files.stream().map(path -> file(path, 0, 10)).toArray(FileRef[]::new);
        OperatorState counts = new OperatorState("counts", 1, List.of(state(refs)), List.of());
        OperatorState lines = new OperatorState("lines", 1, List.of(), List.of(split("lines-0", 7)));
        return new Manifest(IDENTITY, name, 1_700_000_000_000L, 128, 1, List.of(counts, lines), List.of(retained));
    }

    static LogEntry.Takeover takeover(long run) {
        return new LogEntry.Takeover(JOB_ID, STORAGE_ID, run, new UUID(run, 77));
    }

    static LogEntry.Commit commit(CheckpointName name, String digest) {
        return new LogEntry.Commit(JOB_ID, STORAGE_ID, name.run(), name.checkpointId(), digest);
    }

    static LogEntry.Commit commit(long checkpointId, long run) {
        return commit(name(checkpointId, run), "sha256:" + checkpointId);
    }
}
