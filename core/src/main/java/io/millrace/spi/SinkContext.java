package io.millrace.spi;

/**
 * What a sink writer may use of its task.
 *
 * <p>Thread-safe.
 */
public interface SinkContext extends OperatorContext {

    /** Index of the task, from 0. */
    int subtask();

    int parallelism();

    /** The job's commit log of this attempt: the one that this sink's provider opened, if it has one. */
    CommitLog commitLog();

    /** Tells the task that something changed outside it: room, an acknowledgement. Callable by any thread. */
    void wakeUp();
}
