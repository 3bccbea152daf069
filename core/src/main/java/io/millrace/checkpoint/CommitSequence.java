package io.millrace.checkpoint;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The order in which checkpoints are decided: each is published, then committed, and only then the next one is. From the moment
 * its commit is tried a checkpoint can no longer be dropped: whether it counts is for the commit log to say.
 *
 * <p>Not thread-safe.
 */
final class CommitSequence {

    private enum Step {
        /** Not all of it is durable yet. */
        GATHERING,
        /** Durable; waits for those before it. */
        DURABLE,
        /** Deciding: its manifest is being published. */
        PUBLISHING,
        /** Deciding: its commit is being tried. */
        COMMITTING
    }

    private final TreeMap<Long, Step> steps = new TreeMap<>();

    /** A checkpoint has begun. */
    void begin(long checkpointId) {
        if (!steps.isEmpty() && steps.lastKey() >= checkpointId) {
            throw new IllegalStateException("Checkpoint " + checkpointId + " cannot begin after " + steps.lastKey());
        }
        steps.put(checkpointId, Step.GATHERING);
    }

    /** How many have begun and are neither committed nor dropped. */
    int underWay() {
        return steps.size();
    }

    /** Whether it is open to acknowledgements, to being declined and to timeouts. */
    boolean isGathering(long checkpointId) {
        return steps.get(checkpointId) == Step.GATHERING;
    }

    /** Whether it may have been committed, or will be: only the commit log can tell. */
    boolean isDeciding(long checkpointId) {
        Step step = steps.get(checkpointId);
        return step == Step.PUBLISHING || step == Step.COMMITTING;
    }

    /** All tasks have acknowledged and all files are durable. */
    void durable(long checkpointId) {
        move(checkpointId, Step.GATHERING, Step.DURABLE);
    }

    /** Returns the checkpoint whose manifest is to be published now, if there is one. */
    OptionalLong publishNext() {
        Map.Entry<Long, Step> oldest = steps.firstEntry();
        if (oldest == null || oldest.getValue() != Step.DURABLE) {
            return OptionalLong.empty();
        }
        move(oldest.getKey(), Step.DURABLE, Step.PUBLISHING);
        return OptionalLong.of(oldest.getKey());
    }

    /** The manifest is published: its commit is tried now. */
    void published(long checkpointId) {
        move(checkpointId, Step.PUBLISHING, Step.COMMITTING);
    }

    void committed(long checkpointId) {
        move(checkpointId, Step.COMMITTING, Step.COMMITTING);
        steps.remove(checkpointId);
    }

    /** The checkpoint was given up. */
    void drop(long checkpointId) {
        Step step = steps.remove(checkpointId);
        if (step == null || step == Step.COMMITTING) {
            throw new IllegalStateException("Checkpoint " + checkpointId + " cannot be given up: it is " + step);
        }
    }

    private void move(long checkpointId, Step from, Step to) {
        Step step = steps.put(checkpointId, to);
        if (step != from) {
            throw new IllegalStateException(
                    "Checkpoint " + checkpointId + " cannot become " + to + ": it is not " + from + " but " + step);
        }
    }
}
