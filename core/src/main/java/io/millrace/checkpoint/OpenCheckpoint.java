package io.millrace.checkpoint;

import io.millrace.api.CheckpointReport;
import io.millrace.time.EventLoop.Cancellable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that was triggered and is neither committed nor given up.
 *
 * @param name its name
 * @param triggered when, since the attempt began
 * @param kind what it is taken for
 * @param pending who has acknowledged it
 * @param files what is stored for it
 * @param timeout gives it up when the time is over
 */
record OpenCheckpoint(
        CheckpointName name,
        Duration triggered,
        Kind kind,
        PendingCheckpoint pending,
        CheckpointFiles files,
        Cancellable timeout) {

    /** What a checkpoint is taken for. */
    enum Kind {
        /** The next one in turn. */
        PERIODIC,
        /** The job is to end behind it, though there may be more input. */
        FINISHING,
        /** All input was processed before it was triggered. */
        DRAINED;

        boolean isFinal() {
            return this != PERIODIC;
        }
    }

    long id() {
        return name.checkpointId();
    }

    CheckpointReport committed(Duration now, long bytes) {
        return report(now, bytes, null);
    }

    CheckpointReport gaveUp(Duration now, Throwable reason) {
        return report(now, 0, reason);
    }

    private CheckpointReport report(Duration now, long bytes, @Nullable Throwable reason) {
        return new CheckpointReport(id(), name.run(), reason == null, now.minus(triggered), bytes, reason);
    }
}
