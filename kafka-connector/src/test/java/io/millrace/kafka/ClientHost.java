package io.millrace.kafka;

import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Where simulated clients run: the process's events and clock, and how its code waits. */
interface ClientHost {

    /** Whether the process was not killed; clients of a dead process have no effect. */
    boolean isAlive();

    /** Where replies arrive and clients' timers fire. */
    EventLoop loop();

    /** Whose sleep lets others go on. */
    Clock clock();

    /**
     * Waits until a condition holds, but no longer than {@code bound}.
     *
     * @return whether it holds in the end
     */
    boolean await(String what, Duration bound, BooleanSupplier until);

    Background background(String name);
}
