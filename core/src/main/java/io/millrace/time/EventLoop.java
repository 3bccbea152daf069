package io.millrace.time;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the events of one job one after the other: whatever it runs needs no locks. In production a thread, in the
 * simulation a queue that a seeded scheduler draws from.
 *
 * <p>All methods are thread-safe. Events must not block; blocking calls run elsewhere through {@link #call}.
 */
public interface EventLoop extends Executor {

    /** Runs {@code event} after those already queued. Ignored once the loop is closed. */
    @Override
    void execute(Runnable event);

    /** Runs {@code event} once after {@code delay}, unless cancelled before. */
    Cancellable schedule(Duration delay, Runnable event);

    /**
     * Runs a blocking call outside the loop and hands its outcome back as an event of the loop.
     *
     * @param what names the call, for thread names and error messages
     * @param blocking the call; calls may run side by side
     * @param then receives the result, or what was thrown
     */
    <T> void call(String what, Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then);

    /** The clock that {@link #schedule} goes by. */
    Clock clock();

    /** A scheduled event. */
    interface Cancellable {
        void cancel();
    }
}
