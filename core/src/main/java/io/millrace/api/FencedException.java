package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** Another process took the job over: this one ends and does not restart. */
public final class FencedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public FencedException(String message) {
        this(message, null);
    }

    public FencedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
