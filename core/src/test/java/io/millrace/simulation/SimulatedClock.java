package io.millrace.simulation;

import io.millrace.time.Clock;
import java.time.Duration;

/** Moves only when told to. Not thread-safe. */
public final class SimulatedClock implements Clock {

    private long nanos;

    @Override
    public long millis() {
        return nanos / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void sleep(Duration time) {
        throw new UnsupportedOperationException("Sleep by the clock of a process");
    }

    /** Lets time pass. */
    public void advance(Duration time) {
        advanceTo(nanos + time.toNanos());
    }

    void advanceTo(long moment) {
        if (moment < nanos) {
            throw new IllegalArgumentException("Time does not go back from " + nanos + " to " + moment);
        }
        nanos = moment;
    }
}
