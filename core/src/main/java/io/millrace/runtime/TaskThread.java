package io.millrace.runtime;

import io.millrace.runtime.Drivers.DriverListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one task on one thread: open, step until cancelled, close. Whatever the task throws, it is closed and its end
 * is told.
 *
 * <p>Thread-safe.
 */
final class TaskThread implements Drivers.Driver {

    private static final Logger LOG = LoggerFactory.getLogger(TaskThread.class);

    private final String jobName;
    private final Task task;
    private final DriverListener listener;
    private final Duration longestPark;
    private final Thread thread;

    private volatile boolean cancelled;

    TaskThread(String jobName, Task task, DriverListener listener, Duration longestPark) {
        this.jobName = jobName;
        this.task = task;
        this.listener = listener;
        this.longestPark = longestPark;
        this.thread = new Thread(this::run, jobName + "/" + task.id());
        this.thread.setDaemon(true);
    }

    /** Starts the thread; if there cannot be one, that is the task's failure, and its end. */
    void start() {
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // so the JVM says that the system has no thread left
            failed(e);
            tell("that it ended", () -> listener.ended(task));
        }
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public void cancel() {
        cancelled = true;
        task.wake();
    }

    @Override
    public void interrupt() {
        thread.interrupt();
    }

    @Override
    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        try {
            closeAfter(execute());
        } finally {
            tell("that it ended", () -> listener.ended(task));
        }
    }

    /** Returns what the task failed with; null if it was cancelled. */
    private @Nullable Throwable execute() {
        try {
            if (!cancelled) {
                task.open();
                tell("that it is open", () -> listener.opened(task));
            }
            while (!cancelled) {
                stepOrPark();
            }
            return null;
        } catch (Throwable e) { // an Error too: nobody else would notice that the task is gone
            if (cancelled) {
                LOG.debug("{} {} threw after it was cancelled", jobName, task.id(), e);
                return null;
            }
            failed(e);
            return e;
        }
    }

    private void stepOrPark() throws Exception {
        boolean progressed = task.step() == Task.Progress.PROGRESSED;
        if (!progressed && task.prepareToPark() && !cancelled) { // cancel sets the flag, then wakes
            task.park(longestPark);
            Thread.interrupted(); // left over by user code, it would end every further park at once
        }
    }

    private void closeAfter(@Nullable Throwable failure) {
        Thread.interrupted(); // closing may block, and is interrupted anew if it takes too long
        try {
            task.close();
        } catch (Throwable e) {
            if (failure == null) {
                failed(e);
            } else if (failure != e) {
                failure.addSuppressed(e);
            }
        }
    }

    private void failed(Throwable failure) {
        tell("that it failed", () -> listener.failed(task, failure));
    }

    private void tell(String what, Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            LOG.error("{} {} could not tell {}", jobName, task.id(), what, e);
        }
    }
}
