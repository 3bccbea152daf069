package io.millrace.api;

import io.millrace.element.Origin;
import org.jspecify.annotations.Nullable;

/**
 * One record could not be processed. The attempt ends and the job restarts, since another try may help; the message
 * names the operator, the task and where the record came from.
 */
public final class RecordFailedException extends MillraceException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param operator uid or name of the operator that failed
     * @param task the task that it failed in
     * @param origin where the record, or the one that caused it, entered the pipeline; null if unknown
     * @param problem what went wrong, and what can be done
     * @param cause what was thrown; null if nothing was
     */
    public RecordFailedException(
            String operator, String task, @Nullable Origin origin, String problem, @Nullable Throwable cause) {
        super(
                "Operator '" + operator + "' in task " + task + " failed on the record "
                        + (origin == null ? "of unknown origin" : "from " + origin.describe()) + ": " + problem,
                cause);
    }

    /** The same for an exception that a user's function threw. */
    public static RecordFailedException of(String operator, String task, @Nullable Origin origin, Throwable cause) {
        return new RecordFailedException(operator, task, origin, cause.toString(), cause);
    }
}
