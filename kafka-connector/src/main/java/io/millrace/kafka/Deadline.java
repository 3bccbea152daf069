package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import org.apache.kafka.common.errors.InterruptException;

/** The moment until which something is tried again. Thread-safe. */
final class Deadline {

    private final Clock clock;
    private final long endNanos;

    private Deadline(Clock clock, long endNanos) {
        this.clock = clock;
        this.endNanos = endNanos;
    }

    static Deadline in(Clock clock, Duration bound) {
        return new Deadline(clock, clock.nanos() + bound.toNanos());
    }

    boolean hasPassed() {
        return endNanos - clock.nanos() <= 0;
    }

    /** Waits before the next try. */
    void pause(Duration pause) {
        try {
            clock.sleep(pause);
        } catch (InterruptedException e) {
            throw new InterruptException(e); // sets the flag again
        }
    }
}
