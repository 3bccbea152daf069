package io.millrace.api;

import io.millrace.element.Origin;
import org.jspecify.annotations.Nullable;

/**
 * One record could not be processed, and its {@link RecordErrorPolicy} is to fail. The attempt ends and the job restarts,
 * since another try may help; the message names the operator, the task and where the record came from.
 */
public final class RecordFailedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    /** What kind of work failed. */
    public enum Reason {
        /** The bytes of a source's record could not be read. */
        DESERIALIZATION,
        /** A user's function threw. */
        FUNCTION,
        /** A key selector threw, or gave a key that nothing can be kept under. */
        KEY,
        /** A sink could not make bytes of a record. */
        SERIALIZATION,
        /** A sink's topic does not take the record, such as for its size. */
        REFUSED
    }

    private final String operator;
    private final Reason reason;

    /**
     * Creates the exception.
     *
     * @param operator uid or name of the operator that failed
     * @param task the task that it failed in
     * @param origin where the record, or the one that caused it, entered the pipeline; null if unknown
     * @param reason what kind of work failed
     * @param problem what went wrong, and what can be done
     * @param cause what was thrown; null if nothing was
     */
    public RecordFailedException(
            String operator,
            String task,
            @Nullable Origin origin,
            Reason reason,
            String problem,
            @Nullable Throwable cause) {
        super(
                "Operator '" + operator + "' in task " + task + " failed on the record "
                        + (origin == null ? "of unknown origin" : "from " + origin.describe()) + ": " + problem,
                cause);
        this.operator = operator;
        this.reason = reason;
    }

    /** Uid, or generated name, of the operator that failed. */
    public String operator() {
        return operator;
    }

    public Reason reason() {
        return reason;
    }
}
