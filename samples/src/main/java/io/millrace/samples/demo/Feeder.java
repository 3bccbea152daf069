package io.millrace.samples.demo;

import io.millrace.testkit.TopicWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Writes lines to a topic, evenly over a time, as a live source would, but never further than it is allowed to. Thread-safe.
 */
final class Feeder implements AutoCloseable {

    private static final long TICK_MILLIS = 50;

    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "feeder");
        thread.setDaemon(true);
        return thread;
    });
    private final TopicWriter writer;
    private final String topic;
    private final List<String> lines;
    private final int linesPerTick;
    private final ScheduledFuture<?> ticks;
    private volatile int written;
    private volatile int limit;

    Feeder(TopicWriter writer, String topic, List<String> lines, Duration time) {
        this.writer = writer;
        this.topic = topic;
        this.lines = lines;
        long tickCount = Math.max(1, time.toMillis() / TICK_MILLIS);
        this.linesPerTick = (int) ((lines.size() + tickCount - 1) / tickCount);
        this.ticks = executor.scheduleAtFixedRate(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Allows to write so many lines in all. */
    void allowUpTo(int lineCount) {
        limit = lineCount;
    }

    /** Throws if writing failed. */
    void requireHealthy() throws InterruptedException {
        if (!ticks.isDone()) {
            return;
        }
        try {
            ticks.get();
        } catch (CancellationException expectedWhenAllIsWritten) {
            // done
        } catch (ExecutionException e) {
            throw new DemoException("Could not write line " + written + " of " + lines.size() + " to " + topic, e);
        }
    }

    private void tick() {
        int end = Math.min(Math.min(lines.size(), limit), written + linesPerTick);
        if (end <= written) {
            return;
        }
        writer.write(topic, lines.subList(written, end));
        written = end;
        if (end == lines.size()) {
            executor.shutdown();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        writer.close();
    }
}
