package io.millrace.checkpoint;

import io.millrace.api.MillraceException;
import org.jspecify.annotations.Nullable;

/**
 * Nobody can tell whether something was done, or what was read has moved on since: the attempt ends without guessing, and
 * the next one reads again what is so.
 */
public final class InDoubtException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public InDoubtException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
