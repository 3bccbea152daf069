package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** Base of the exceptions that tell a user of a job something; the subclasses are named after what follows. */
public abstract class MillraceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected MillraceException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
