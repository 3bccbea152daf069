package io.millrace.kafka;

import org.jspecify.annotations.Nullable;

/** A transactional call of a simulated producer that goes on when its caller has given up waiting. */
final class PendingOperation {

    private final String name;
    private boolean done;
    private boolean heardOf;
    private @Nullable RuntimeException error;

    PendingOperation(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    boolean isDone() {
        return done;
    }

    /** Whether the caller was told of the outcome. */
    boolean isHeardOf() {
        return heardOf;
    }

    void complete() {
        done = true;
    }

    void fail(RuntimeException cause) {
        if (!done) {
            done = true;
            error = cause;
        }
    }

    void tell() {
        heardOf = true;
        if (error != null) {
            throw error;
        }
    }
}
