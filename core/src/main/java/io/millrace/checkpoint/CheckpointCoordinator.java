package io.millrace.checkpoint;

import io.millrace.spi.CommitLog;
import io.millrace.spi.SnapshotStore;
import io.millrace.time.EventLoop;
import java.util.List;
import java.util.Optional;

/**
 * Takes the checkpoints of one attempt: triggers, gathers, decides, announces and retires them.
 *
 * <p>Confined to its event loop, except what it inherits from {@link TaskReports}.
 */
public final class CheckpointCoordinator implements TaskReports {

    private final String all;

    public CheckpointCoordinator(
            CoordinatorSettings settings,
            EventLoop loop,
            CommitLog log,
            JobStorage storage,
            Optional<Manifest> restored,
            CoordinatorListener listener) {
        all = "lands soon: " + settings + loop + log + storage + restored + listener;
    }

    /** Begins to trigger, an interval from now. On the loop. */
    public void start(List<? extends Participant> tasks) {
        throw new UnsupportedOperationException(all + tasks);
    }

    /**
     * Pauses the sources behind a final checkpoint, repeated until one commits; then {@link CoordinatorListener#ended}
     * is called. On the loop.
     */
    public void finish() {
        throw new UnsupportedOperationException(all);
    }

    /** Decides nothing any more. What is being committed in this moment either counts or does not. On the loop. */
    public void close() {
        throw new UnsupportedOperationException(all);
    }

    @Override
    public void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot) {
        throw new UnsupportedOperationException(all);
    }

    @Override
    public void declined(TaskId task, long checkpointId, Throwable reason) {
        throw new UnsupportedOperationException(all);
    }

    @Override
    public void drained(TaskId task) {
        throw new UnsupportedOperationException(all);
    }

    @Override
    public SnapshotStore storeOf(long checkpointId) {
        throw new UnsupportedOperationException(all);
    }
}
