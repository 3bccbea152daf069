package io.millrace.operator;

import org.jspecify.annotations.Nullable;

/**
 * Closes several things, each one whatever the others throw, and then throws the first failure with the others
 * suppressed under it. Not thread-safe.
 */
public final class Closer {

    private @Nullable Throwable first;

    /** Closes {@code resource}, if there is one. */
    public void close(@Nullable AutoCloseable resource) {
        if (resource == null) {
            return;
        }
        try {
            resource.close();
        } catch (Throwable e) { // an Error of one must not keep the others open
            add(e);
        }
    }

    /** Throws what went wrong, if anything did. */
    public void rethrow() throws Exception {
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (Exception) first;
        }
    }

    /** Adds what went wrong, if anything did, to an earlier failure. */
    public void suppressUnder(Throwable earlier) {
        if (first != null && first != earlier) {
            earlier.addSuppressed(first);
        }
    }

    private void add(Throwable failure) {
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }
}
