package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** Options, cluster, storage or pipeline do not fit, so that the job cannot run as it is: it ends, and nothing was changed. */
public final class StartRefusedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public StartRefusedException(String message) {
        this(message, null);
    }

    public StartRefusedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
