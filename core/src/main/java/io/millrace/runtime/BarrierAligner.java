package io.millrace.runtime;

import io.millrace.element.CheckpointBarrier;
import java.util.BitSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides which input channels may be read while a checkpoint's barriers come in: a channel that delivered the barrier
 * is blocked until all others have. So the task's state at the barrier is the effect of exactly the records before it.
 *
 * <p>Barriers of checkpoints that were aborted, or that a newer one overtook, are ignored. Pure: no clock, no input or
 * output.
 *
 * <p>Confined to its task.
 */
final class BarrierAligner {

    private final int channels;
    private final BitSet blocked;

    /** Checkpoints that were aborted before any of their barriers came. */
    private final TreeSet<Long> abortedEarly = new TreeSet<>();

    /** The checkpoint that is being aligned, if one is. */
    private @Nullable CheckpointBarrier pending;

    /** The newest checkpoint that a barrier was accepted of. Older barriers are stale. */
    private long newestId;

    BarrierAligner(int channels) {
        this.channels = channels;
        this.blocked = new BitSet(channels);
    }

    /** Whether the channel must not be read now. */
    boolean isBlocked(int channel) {
        return blocked.get(channel);
    }

    /**
     * Takes note of a barrier.
     *
     * @return the barrier, if it has now come from every channel; then nothing is blocked any more
     */
    Optional<CheckpointBarrier> onBarrier(int channel, CheckpointBarrier barrier) {
        requireOpen(channel, barrier);
        if (isStale(barrier)) {
            return Optional.empty();
        }
        if (barrier.checkpointId() > newestId) { // what was pending before was given up
            begin(barrier);
        }
        blocked.set(channel);
        return completeIfAligned(barrier);
    }

    /** The checkpoint was given up: releases what waits for it, and ignores its barriers from now on. */
    void onAborted(long checkpointId) {
        if (isPending(checkpointId)) {
            release();
        } else if (checkpointId > newestId) {
            abortedEarly.add(checkpointId);
        }
    }

    private boolean isStale(CheckpointBarrier barrier) {
        long id = barrier.checkpointId();
        return id <= newestId ? !isPending(id) : abortedEarly.contains(id);
    }

    private boolean isPending(long checkpointId) {
        return pending != null && pending.checkpointId() == checkpointId;
    }

    private void begin(CheckpointBarrier barrier) {
        release();
        pending = barrier;
        newestId = barrier.checkpointId();
        abortedEarly.headSet(newestId).clear(); // stale by number now
    }

    private Optional<CheckpointBarrier> completeIfAligned(CheckpointBarrier barrier) {
        if (blocked.cardinality() < channels) {
            return Optional.empty();
        }
        release();
        return Optional.of(barrier);
    }

    private void release() {
        pending = null;
        blocked.clear();
    }

    private void requireOpen(int channel, CheckpointBarrier barrier) {
        if (blocked.get(channel)) {
            throw new IllegalStateException("Input channel " + channel + " delivered barrier " + barrier.checkpointId()
                    + " while it is blocked for checkpoint "
                    + (pending == null ? "none" : pending.checkpointId()) + "; a blocked channel must not be read");
        }
    }
}
