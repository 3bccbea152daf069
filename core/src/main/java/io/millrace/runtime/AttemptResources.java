package io.millrace.runtime;

import io.millrace.time.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an attempt opened and must close, whatever happens: blocking calls open things while the attempt may already be
 * ending. None needs another to be open while it closes.
 *
 * <p>Thread-safe.
 */
final class AttemptResources {

    private static final Logger log = LoggerFactory.getLogger(AttemptResources.class);

    private final List<AutoCloseable> open = new ArrayList<>();
    private boolean closed;

    /**
     * Takes charge of {@code resource}.
     *
     * @throws CancellationException if the attempt has ended meanwhile; the resource is closed then
     */
    <C extends AutoCloseable> C keep(C resource) {
        synchronized (open) {
            if (!closed) {
                open.add(resource);
                return resource;
            }
        }
        closeQuietly(resource);
        throw new CancellationException("The attempt ended while it was being started");
    }

    /**
     * Closes everything side by side, so that it takes as long as the slowest takes and not as long as all together, also
     * when a cluster does not answer. What a resource throws is logged: nothing is decided by it.
     *
     * @param loop runs the blocking calls
     * @param whenClosed run on the loop once all are closed
     */
    void close(EventLoop loop, Runnable whenClosed) {
        List<AutoCloseable> all;
        synchronized (open) {
            closed = true;
            all = List.copyOf(open);
            open.clear();
        }
        if (all.isEmpty()) {
            loop.execute(whenClosed);
            return;
        }
        Countdown rest = new Countdown(all.size(), whenClosed);
        all.forEach(resource -> loop.call(
                "close the attempt",
                () -> {
                    closeQuietly(resource);
                    return true;
                },
                (done, error) -> rest.oneLess()));
    }

    /** Confined to the event loop. */
    private static final class Countdown {

        private final Runnable atZero;
        private int left;

        Countdown(int left, Runnable atZero) {
            this.left = left;
            this.atZero = atZero;
        }

        void oneLess() {
            left--;
            if (left == 0) {
                atZero.run();
            }
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            log.warn("Closing {} failed; the attempt has ended, nothing depends on it", resource, e);
        }
    }
}
