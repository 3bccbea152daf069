package io.millrace.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who of a job's writers has reached which barrier. When all hold for the same checkpoint nothing more will be sent for it,
 * so that it is time to flush.
 *
 * <p>Thread-safe.
 *
 * @param <W> a writer
 */
final class HoldRound<W> {

    private static final long NONE = Long.MIN_VALUE;

    private final Map<W, Long> heldFor = new HashMap<>();
    private volatile int joined;

    synchronized void join(W writer) {
        heldFor.put(writer, NONE);
        joined++;
    }

    /** Returns whether all writers that are left hold for one checkpoint. */
    synchronized boolean leave(W writer) {
        heldFor.remove(writer);
        return isComplete();
    }

    /** Returns whether all writers hold for this checkpoint now. */
    synchronized boolean holds(W writer, long checkpointId) {
        if (heldFor.replace(writer, checkpointId) == null) {
            throw new IllegalStateException("A writer that never joined holds for checkpoint " + checkpointId);
        }
        return isComplete();
    }

    synchronized List<W> writers() {
        return new ArrayList<>(heldFor.keySet());
    }

    /** How many have joined, those that left again included. */
    int joined() {
        return joined;
    }

    private boolean isComplete() {
        long distinct = heldFor.values().stream().distinct().count();
        return distinct == 1 && !heldFor.containsValue(NONE);
    }
}
