package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** Something that the job needs to go on without loss is damaged or missing: it ends, naming what, and does not restart. */
public final class DamagedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public DamagedException(String message) {
        this(message, null);
    }

    public DamagedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
