package io.millrace.integration;

import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** A commit log that asks a probe before and after each call. As thread-safe as the one behind it. */
final class ProbedCommitLog implements CommitLog {

    private final CommitLog log;
    private final Probe probe;

    ProbedCommitLog(CommitLog log, Probe probe) {
        this.log = log;
        this.probe = probe;
    }

    /** The log behind the probe, which is the one that a connector's own writer knows. */
    CommitLog unwrapped() {
        return log;
    }

    @Override
    public LogContents look() {
        return between(Point.LOOK_BEFORE, Point.LOOK_AFTER, log::look);
    }

    @Override
    public LogContents fence() {
        return between(Point.FENCE_BEFORE, Point.FENCE_AFTER, log::fence);
    }

    @Override
    public void takeOver(LogEntry.Takeover entry) {
        between(Point.TAKE_OVER_BEFORE, Point.TAKE_OVER_AFTER, () -> log.takeOver(entry));
    }

    @Override
    public void commit(LogEntry.Commit entry) {
        between(Point.COMMIT_BEFORE, Point.COMMIT_AFTER, () -> log.commit(entry));
    }

    @Override
    public void awaitVisible() {
        between(Point.VISIBLE_BEFORE, Point.VISIBLE_AFTER, log::awaitVisible);
    }

    @Override
    public void close() {
        log.close();
    }

    private <T> T between(Point before, Point after, Supplier<T> call) {
        ask(before);
        T result = call.get();
        ask(after);
        return result;
    }

    private void between(Point before, Point after, Runnable call) {
        ask(before);
        call.run();
        ask(after);
    }

    private void ask(Point point) {
        try {
            probe.reached(point, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return log.toString();
    }
}
