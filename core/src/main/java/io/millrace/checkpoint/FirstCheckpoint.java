package io.millrace.checkpoint;

import io.millrace.spi.CommitLog;
import io.millrace.spi.SourceSplit;
import io.millrace.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The checkpoint that a fresh start commits before the first record is read: where the sources begin, by number, and no
 * state. So every later recovery has a committed checkpoint to start from.
 *
 * <p>Immutable; {@link #commit} blocks.
 */
public final class FirstCheckpoint {

    private final CoordinatorSettings settings;
    private final CommitLog log;
    private final JobStorage storage;
    private final Clock clock;

    public FirstCheckpoint(CoordinatorSettings settings, CommitLog log, JobStorage storage, Clock clock) {
        this.settings = settings;
        this.log = log;
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * Commit point: publishes the manifest, then commits it, under {@link CoordinatorSettings#firstCheckpointId}. The
     * coordinator's own settings must begin above that.
     *
     * @param positions the splits of each source, by uid
     * @return the committed manifest, to restore from
     * @throws IOException if it was certainly not committed
     */
    public Manifest commit(Map<String, List<SourceSplit>> positions) throws IOException {
        Manifest manifest = new Manifest(
                settings.identity(),
                new CheckpointName(settings.firstCheckpointId(), settings.run()),
                clock.millis(),
                settings.keyGroups(),
                settings.keyHashVersion(),
                operators(positions),
                List.of());
        String digest = storage.publish(manifest);
        log.commit(Decider.commitEntry(manifest, digest));
        return manifest;
    }

    private List<OperatorState> operators(Map<String, List<SourceSplit>> positions) {
        List<OperatorState> operators = new ArrayList<>();
        new TreeMap<>(settings.operators()).forEach((uid, parallelism) -> {
            List<SourceSplit> splits = positions.getOrDefault(uid, List.of()).stream()
                    .sorted(Comparator.comparing(SourceSplit::id))
                    .toList();
            operators.add(new OperatorState(uid, parallelism, List.of(), splits));
        });
        return operators;
    }
}
