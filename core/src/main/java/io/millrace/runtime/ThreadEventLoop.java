package io.millrace.runtime;

import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The event loop of a job in production: one thread for the events, and a pool that grows as needed for blocking calls.
 * All threads are daemons.
 *
 * <p>Thread-safe.
 */
public final class ThreadEventLoop implements EventLoop {

    private final String name;
    private final Consumer<Throwable> onError;
    private final ScheduledThreadPoolExecutor events;
    private final ExecutorService calls;
    private volatile @Nullable Thread eventThread;

    /**
     * Starts the loop.
     *
     * @param name name of the job, for thread names
     * @param onError told, on the loop's thread, what an event threw; the loop goes on
     */
    public ThreadEventLoop(String name, Consumer<Throwable> onError) {
        this.name = name;
        this.onError = onError;
        this.events = new ScheduledThreadPoolExecutor(1, this::eventThread);
        this.events.setRemoveOnCancelPolicy(true);
        this.events.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.calls = Executors.newCachedThreadPool(daemons(name + "/call"));
    }

    @Override
    public void execute(Runnable event) {
        try {
            events.execute(() -> run(event));
        } catch (RejectedExecutionException ignoredWhenClosed) {
            // by contract
        }
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable event) {
        try {
            Future<?> scheduled = events.schedule(() -> run(event), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException ignoredWhenClosed) {
            return () -> {};
        }
    }

    @Override
    public <T> void call(String what, Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        try {
            calls.execute(() -> {
                Thread thread = Thread.currentThread();
                thread.setName(name + "/" + what);
                try {
                    callNow(blocking, then);
                } finally {
                    thread.setName(name + "/call");
                }
            });
        } catch (RejectedExecutionException ignoredWhenClosed) {
            // the outcome would be an event, and the loop runs none any more
        }
    }

    private <T> void callNow(Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        T result;
        try {
            result = blocking.call();
        } catch (Throwable e) { // an Error too: whoever waits for the outcome must hear of it
            execute(() -> then.accept(null, e));
            return;
        }
        execute(() -> then.accept(result, null));
    }

    @Override
    public Clock clock() {
        return Clock.system();
    }

    /** Whether the calling thread is the one that runs the events. */
    public boolean isCurrentThread() {
        return Thread.currentThread() == eventThread;
    }

    /**
     * Ends the loop: drops the events that are queued, interrupts what runs, and waits for it. Does not wait for itself
     * if an event calls it.
     *
     * @param timeout bound for the wait
     * @return whether everything has ended; what has not runs on a daemon thread and can tell nobody any more
     */
    public boolean close(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        calls.shutdownNow();
        if (isCurrentThread()) {
            events.shutdown(); // not interrupting the caller itself
            events.getQueue().clear();
        } else {
            events.shutdownNow();
        }
        return awaitEnd(calls, deadline) && (isCurrentThread() || awaitEnd(events, deadline));
    }

    private static boolean awaitEnd(ExecutorService executor, long deadline) throws InterruptedException {
        return executor.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void run(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) { // one event must not end the loop
            onError.accept(e);
        }
    }

    private Thread eventThread(Runnable work) {
        Thread thread = daemons(name + "/events").newThread(work);
        eventThread = thread;
        return thread;
    }

    private static ThreadFactory daemons(String threadName) {
        return work -> {
            Thread thread = new Thread(work, threadName);
            thread.setDaemon(true);
            return thread;
        };
    }
}
