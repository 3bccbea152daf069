package io.millrace.time;

/** Tells the time, so that tests and the simulation can drive it. Thread-safe. */
public interface Clock {

    /** Milliseconds since the epoch; may jump. For timestamps that people read. */
    long millis();

    /** Nanoseconds since some moment; never goes back. For durations and deadlines. */
    long nanos();

    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
