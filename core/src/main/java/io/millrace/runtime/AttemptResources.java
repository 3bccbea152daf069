package io.millrace.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an attempt opened and must close, whatever happens: blocking calls open things while the attempt may already be
 * ending.
 *
 * <p>Thread-safe.
 */
final class AttemptResources implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AttemptResources.class);

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private boolean closed;

    /**
     * Takes charge of {@code resource}.
     *
     * @throws CancellationException if the attempt has ended meanwhile; the resource is closed then
     */
    <C extends AutoCloseable> C keep(C resource) {
        synchronized (open) {
            if (!closed) {
                open.push(resource);
                return resource;
            }
        }
        closeQuietly(resource);
        throw new CancellationException("The attempt ended while it was being started");
    }

    /** Closes everything, newest first. What a resource throws is logged: nothing is decided by it. */
    @Override
    public void close() {
        while (true) {
            AutoCloseable next;
            synchronized (open) {
                closed = true;
                next = open.poll();
            }
            if (next == null) {
                return;
            }
            closeQuietly(next);
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
