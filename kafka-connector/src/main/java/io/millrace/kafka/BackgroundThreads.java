package io.millrace.kafka;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Makes the few threads that an attempt needs beside its tasks. */
final class BackgroundThreads {

    /** One may wait for the brokers while the other watches the time. */
    private static final int THREADS = 2;

    private BackgroundThreads() {}

    /** @param name what the threads are called */
    static ScheduledThreadPoolExecutor create(String name) {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(THREADS, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        return threads;
    }
}
