package io.millrace.checkpoint;

import io.millrace.spi.CommitLog;
import io.millrace.spi.SourceSplit;
import io.millrace.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The checkpoint that a start commits before the first record is read of a source that no checkpoint knows: where such
 * sources begin, by number. So every later recovery begins where this one did. All else is as in the checkpoint that is
 * restored: its state is referred to, not copied.
 *
 * <p>Immutable; {@link #commit} blocks.
 */
public final class StartCheckpoint {

    private final CoordinatorSettings settings;
    private final CommitLog log;
    private final JobStorage storage;
    private final Clock clock;

    public StartCheckpoint(CoordinatorSettings settings, CommitLog log, JobStorage storage, Clock clock) {
        this.settings = settings;
        this.log = log;
        this.storage = storage;
        this.clock = clock;
    }

    /**
     * Commit point: publishes the manifest, then commits it, under {@link CoordinatorSettings#firstCheckpointId}. The
     * coordinator's own settings must begin above that.
     *
     * @param restored the last committed checkpoint; empty at the first start of a job
     * @param starts the splits of each source that {@code restored} does not know, by uid
     * @return the committed manifest, to restore from
     * @throws IOException if it was certainly not committed
     */
    public Manifest commit(Optional<Manifest> restored, Map<String, List<SourceSplit>> starts) throws IOException {
        Manifest manifest = new Manifest(
                settings.identity(),
                new CheckpointName(settings.firstCheckpointId(), settings.run()),
                clock.millis(),
                settings.keyGroups(),
                settings.keyHashVersion(),
                operators(restored, starts),
                restored.map(StartCheckpoint::existing).orElse(List.of()));
        String digest = storage.publish(manifest);
        log.commit(Decider.commitEntry(manifest, digest));
        return manifest;
    }

    private List<OperatorState> operators(Optional<Manifest> restored, Map<String, List<SourceSplit>> starts) {
        SortedMap<String, OperatorState> operators = new TreeMap<>();
        settings.operators()
                .forEach((uid, parallelism) -> operators.put(
                        uid,
                        new OperatorState(uid, parallelism, List.of(), sorted(starts.getOrDefault(uid, List.of())))));
        restored.ifPresent(
                manifest -> manifest.operators().forEach(operator -> operators.put(operator.uid(), operator)));
        return List.copyOf(operators.values());
    }

    private static List<SourceSplit> sorted(List<SourceSplit> splits) {
        return splits.stream().sorted(Comparator.comparing(SourceSplit::id)).toList();
    }

    private static List<CheckpointName> existing(Manifest restored) {
        List<CheckpointName> names = new ArrayList<>(restored.retained());
        names.add(restored.name());
        return names;
    }
}
