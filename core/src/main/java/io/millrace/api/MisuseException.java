package io.millrace.api;

/**
 * Code of the pipeline uses the API in a way that cannot work, such as a state that it did not declare, a collector that it kept,
 * or a key selector that gives another key for the same value. No record is to blame, so that the attempt ends whatever the
 * {@link RecordErrorPolicy} is; the message says what to change.
 */
public final class MisuseException extends MillraceException {

    private static final long serialVersionUID = 1L;

    public MisuseException(String message) {
        super(message, null);
    }
}
