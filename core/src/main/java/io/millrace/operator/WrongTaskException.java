package io.millrace.operator;

import io.millrace.api.MillraceException;

/** A record came to a task that does not have the state of its key: the attempt ends, whatever the record error policy is. */
final class WrongTaskException extends MillraceException {

    private static final long serialVersionUID = 1L;

    WrongTaskException(String message) {
        super(message, null);
    }
}
