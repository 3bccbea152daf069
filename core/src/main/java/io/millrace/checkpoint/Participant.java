package io.millrace.checkpoint;

/**
 * A task as the coordinator sees it. Every call only puts a letter into the task's mailbox.
 *
 * <p>Thread-safe.
 */
public interface Participant {

    TaskId id();

    /** Whether barriers enter the pipeline here. */
    boolean isSource();

    /**
     * Source tasks only: snapshot and send barrier {@code checkpointId}.
     *
     * @param pause whether to read nothing more behind the barrier, until {@link #resume} or the end
     */
    void trigger(long checkpointId, boolean pause);

    /** Source tasks only: the checkpoint that they paused behind was given up; read on. */
    void resume();

    /** The checkpoint was committed. */
    void committed(long checkpointId);

    /** The checkpoint was given up; it blocks nothing any more. */
    void aborted(long checkpointId);
}
