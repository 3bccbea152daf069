package io.millrace.integration.mutation;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Kills a process that makes no headway. Thread-safe. */
final class HangWatch implements AutoCloseable {

    private final Process process;
    private final Duration bound;
    private final ScheduledExecutorService timer;
    private volatile long progressedNanos = System.nanoTime();
    private volatile boolean killed;

    HangWatch(Process process, Duration bound) {
        this.process = process;
        this.bound = bound;
        this.timer = Executors.newSingleThreadScheduledExecutor(check -> {
            Thread thread = new Thread(check, "hang-watch");
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleWithFixedDelay(this::check, 1, 1, TimeUnit.SECONDS);
    }

    void progressed() {
        progressedNanos = System.nanoTime();
    }

    boolean hasKilled() {
        return killed;
    }

    private void check() {
        if (System.nanoTime() - progressedNanos > bound.toNanos()) {
            killed = true;
            process.destroyForcibly();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
