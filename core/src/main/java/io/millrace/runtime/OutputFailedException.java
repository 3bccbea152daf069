package io.millrace.runtime;

import io.millrace.api.MillraceException;

/** Output was not accepted where it was sent to: the attempt ends, and the next one sends it again. */
final class OutputFailedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    OutputFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
