package io.millrace.runtime;

import io.millrace.time.Clock;
import java.time.Duration;

/**
 * Tells a busy task when to hand on batches that are not full, so that no record waits for others longer than the
 * buffer timeout and one step. Asked once per step, never per record. Confined to its task.
 */
final class FlushTimer {

    private final Clock clock;
    private final long timeoutNanos;
    private long lastNanos;

    FlushTimer(Clock clock, Duration timeout) {
        this.clock = clock;
        this.timeoutNanos = timeout.toNanos();
        this.lastNanos = clock.nanos();
    }

    /** Whether the buffer timeout has passed since this last said so. */
    boolean isDue() {
        long now = clock.nanos();
        if (now - lastNanos < timeoutNanos) {
            return false;
        }
        lastNanos = now;
        return true;
    }
}
