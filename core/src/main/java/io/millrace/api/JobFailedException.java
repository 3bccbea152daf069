package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** The job ended without success; the cause tells why. */
public final class JobFailedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public JobFailedException(String message) {
        this(message, null);
    }

    public JobFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
