package io.millrace.spi;

/**
 * What a sink writer may use of its task.
 *
 * <p>Thread-safe.
 */
public interface SinkContext {

    String jobName();

    /** Uid of the sink. */
    String uid();

    /** Index of the task, from 0. */
    int subtask();

    int parallelism();

    /** The job's commit log of this attempt: the one that this sink's provider opened, if it has one. */
    CommitLog commitLog();

    /** Tells the task that something changed outside it: room, an acknowledgement. Callable by any thread. */
    void wakeUp();

    /** Ends the attempt because of an error that no call of the task is there to throw. Callable by any thread. */
    void fail(Throwable reason);
}
