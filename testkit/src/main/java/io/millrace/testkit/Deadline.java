package io.millrace.testkit;

import java.time.Duration;

/** A moment after which waiting ends, on this JVM's monotonic clock. Immutable. */
record Deadline(long nanoTime) {
    static Deadline in(Duration bound) {
        return new Deadline(System.nanoTime() + bound.toNanos());
    }

    /** What is left until the deadline, never negative. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    boolean hasPassed() {
        return nanoTime - System.nanoTime() <= 0;
    }
}
