package io.millrace.runtime;

import io.millrace.api.MillraceException;
import org.jspecify.annotations.Nullable;

/** Something of an ended attempt did not end within the bound: the job fails for good, no other attempt runs beside it. */
final class TaskOutlivedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    TaskOutlivedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
