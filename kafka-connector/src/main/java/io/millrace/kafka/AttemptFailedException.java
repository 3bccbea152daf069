package io.millrace.kafka;

import org.jspecify.annotations.Nullable;

/**
 * Something on the cluster did not work, or nobody knows whether it did: the attempt ends. The next one looks into the
 * commit log for what happened, and goes on from there.
 */
final class AttemptFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AttemptFailedException(String message) {
        this(message, null);
    }

    AttemptFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
