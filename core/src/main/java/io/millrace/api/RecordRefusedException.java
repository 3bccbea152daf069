package io.millrace.api;

/**
 * The place that a sink writes to does not take a record, such as because it is too large: nothing but a change there, or
 * another record, can help. Nothing of it was sent.
 */
public class RecordRefusedException extends SerdeException {

    private static final long serialVersionUID = 1L;

    public RecordRefusedException(String message) {
        super(message);
    }
}
