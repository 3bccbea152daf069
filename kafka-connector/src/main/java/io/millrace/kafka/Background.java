package io.millrace.kafka;

import java.time.Duration;

/**
 * Work that goes on beside an attempt's tasks. Thread-safe; ignores everything once it is closed.
 */
interface Background extends AutoCloseable {

    /** Runs an action that may block. */
    void execute(Runnable action);

    /** Runs an action again and again, with {@code pause} before each time. */
    void repeat(Duration pause, Runnable action);

    /** Interrupts what runs, and runs nothing more. */
    @Override
    void close();
}
