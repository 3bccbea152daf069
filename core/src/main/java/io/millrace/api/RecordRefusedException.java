package io.millrace.api;

/**
 * The place that a sink writes to does not take a record, such as because it is too large: nothing but a change there, or
 * another record, can help. Found out before the record was sent, its {@link RecordErrorPolicy} decides what follows. Found
 * out after, it ends the attempt, and the next one knows better; after three attempts that ended over a refused record, with
 * fewer than ten checkpoints committed after each, the job fails.
 */
public class RecordRefusedException extends SerdeException {

    private static final long serialVersionUID = 1L;

    public RecordRefusedException(String message) {
        super(message);
    }

    public RecordRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
