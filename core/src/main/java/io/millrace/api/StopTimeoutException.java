package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** The job could not commit a final checkpoint within the time given: it ended at the last committed one, from which a restart goes on without loss. */
public final class StopTimeoutException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public StopTimeoutException(String message) {
        this(message, null);
    }

    public StopTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
