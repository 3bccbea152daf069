package io.millrace.spi;

import io.millrace.api.MillraceException;

/**
 * Ends an attempt on purpose: what the job reads or writes has changed outside, and only a new attempt can take it up.
 * Nothing failed, so that it does not count against the job's restart strategy, and follows even where that is none.
 */
public final class NewAttemptException extends MillraceException {

    private static final long serialVersionUID = 1L;

    /** @param message what has changed, and what the next attempt does about it */
    public NewAttemptException(String message) {
        super(message, null);
    }
}
