package io.millrace.runtime;

import io.millrace.plan.PlannedSource;
import io.millrace.plan.SplitAssignment;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.time.EventLoop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The watches and verifiers of all sources of an attempt.
 *
 * <p>Confined to the job's event loop, except {@link #verify}.
 */
final class SourceWatches {

    private final Map<String, SourceWatch> watches = new HashMap<>();
    private final Map<String, SplitVerifier> verifiers = new HashMap<>();

    SourceWatches(List<PlannedSource> sources, Recovery.StartPoint start, EventLoop loop, AttemptContext attempt) {
        sources.forEach(source -> {
            String uid = source.uid();
            SplitEnumerator enumerator = of(start.enumerators(), uid);
            OperatorHealth health = attempt.problems().of(uid);
            List<SourceSplit> splits = of(start.splits(), uid);
            SplitAssignment assignment = SplitAssignment.of(splits, source.parallelism());
            watches.put(uid, new SourceWatch(uid, enumerator, loop, health, attempt.fail(), assignment));
            verifiers.put(uid, new SplitVerifier(uid, enumerator, loop, health, attempt.fail()));
        });
    }

    /** Lets a reader of a source wait until its splits are verified. Thread-safe. */
    CompletionStage<Void> verify(String uid) {
        return of(verifiers, uid).verify();
    }

    /** Begins to look for new splits. */
    void start(List<Task> tasks) {
        watches.forEach((uid, watch) -> watch.start(tasks.stream()
                .filter(SourceTask.class::isInstance)
                .map(SourceTask.class::cast)
                .filter(task -> task.uid().equals(uid))
                .toList()));
    }

    /** Nothing is looked for any more. */
    void close() {
        watches.values().forEach(SourceWatch::close);
        verifiers.values().forEach(SplitVerifier::close);
    }

    private static <T> T of(Map<String, T> perSource, String uid) {
        T found = perSource.get(uid);
        if (found == null) {
            throw new IllegalStateException("Nothing is known of source '" + uid + "'; known are "
                    + Map.copyOf(perSource).keySet());
        }
        return found;
    }
}
