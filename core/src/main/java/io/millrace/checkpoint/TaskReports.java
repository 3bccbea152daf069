package io.millrace.checkpoint;

import io.millrace.spi.SnapshotStore;

/**
 * What tasks tell the coordinator.
 *
 * <p>Thread-safe; every call returns at once.
 */
public interface TaskReports {

    /** The task's part of the checkpoint is captured, stored and prepared. */
    void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot);

    /** The task could not do its part; the job goes on, the checkpoint does not. */
    void declined(TaskId task, long checkpointId, Throwable reason);

    /** The task has processed all of its input, which has ended. It still takes part in checkpoints. */
    void drained(TaskId task);

    /**
     * Where the task's part of a checkpoint is to be stored.
     *
     * @throws java.util.concurrent.CancellationException if the checkpoint was given up meanwhile
     */
    SnapshotStore storeOf(long checkpointId);
}
