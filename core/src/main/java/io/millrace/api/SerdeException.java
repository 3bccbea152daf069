package io.millrace.api;

/** Bytes could not be turned into a value, or a value into bytes. The record error policy decides what follows. */
public class SerdeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SerdeException(String message) {
        super(message);
    }

    public SerdeException(String message, Throwable cause) {
        super(message, cause);
    }
}
