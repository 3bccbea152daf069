package io.millrace.kafka;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The few threads that an attempt needs beside its tasks. */
final class BackgroundThreads implements Background {

    private static final Logger log = LoggerFactory.getLogger(BackgroundThreads.class);

    /** One may wait for the brokers while the other watches the time. */
    private static final int THREADS = 2;

    private final String name;
    private final ScheduledThreadPoolExecutor threads;

    /** @param name what the threads are called */
    BackgroundThreads(String name) {
        this.name = name;
        this.threads = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable action) {
        unlessClosed(() -> threads.execute(action));
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // it goes on until the threads are shut down
    public void repeat(Duration pause, Runnable action) {
        long nanos = pause.toNanos();
        unlessClosed(() -> threads.scheduleWithFixedDelay(action, nanos, nanos, TimeUnit.NANOSECONDS));
    }

    private void unlessClosed(Runnable submit) {
        try {
            submit.run();
        } catch (RejectedExecutionException expectedWhenClosed) {
            log.debug("{}: closed already", name, expectedWhenClosed);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
