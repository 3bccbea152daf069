package io.millrace.checkpoint;

import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An event loop that runs the events of one owner until the owner closes it, and hands the owner what an event throws. Calls
 * that are under way when it is closed go on; nobody hears of their outcome.
 *
 * <p>As thread-safe as the loop behind it; {@link #close} on that loop only.
 */
final class GuardedLoop implements EventLoop {

    private final EventLoop loop;
    private final Consumer<Throwable> onFailure;
    private boolean closed;

    GuardedLoop(EventLoop loop, Consumer<Throwable> onFailure) {
        this.loop = loop;
        this.onFailure = onFailure;
    }

    @Override
    public void execute(Runnable event) {
        loop.execute(() -> run(event));
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable event) {
        return loop.schedule(delay, () -> run(event));
    }

    @Override
    public <T> void call(String what, Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        loop.call(what, blocking, (T result, Throwable failure) -> run(() -> then.accept(result, failure)));
    }

    @Override
    public Clock clock() {
        return loop.clock();
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }

    private void run(Runnable event) {
        if (closed) {
            return;
        }
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }
}
