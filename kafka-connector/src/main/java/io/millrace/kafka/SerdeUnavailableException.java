package io.millrace.kafka;

import io.millrace.api.MillraceException;

/** A serde could not do its work for any record, such as because its schema registry does not answer: the attempt ends. */
final class SerdeUnavailableException extends MillraceException {

    private static final long serialVersionUID = 1L;

    SerdeUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
