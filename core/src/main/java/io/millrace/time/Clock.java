package io.millrace.time;

import java.time.Duration;

/** Tells the time, so that tests and the simulation can drive it. Thread-safe. */
public interface Clock {

    /** Milliseconds since the epoch; may jump. For timestamps that people read. */
    long millis();

    /** Nanoseconds since some moment; never goes back. For durations and deadlines. */
    long nanos();

    /** Blocks the caller while time passes, for those who ask again and again. */
    void sleep(Duration time) throws InterruptedException;

    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
