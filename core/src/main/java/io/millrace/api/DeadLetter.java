package io.millrace.api;

import io.millrace.element.Origin;
import io.millrace.element.RawRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record that could not be processed, and why. What a sink of {@link RecordErrorPolicy#deadLetter} takes.
 *
 * <p>Immutable.
 *
 * @param original the record as it was read, or the one that caused the record that failed; empty if its source keeps no
 *     raw records, or if it was not caused by any one record
 * @param origin names the place of the original, such as {@code lines-3@4711}; {@code unknown} if there is none
 * @param operator uid, or generated name, of the step that failed
 * @param reason what kind of work failed
 * @param exception class name of what was thrown; where that is a {@link SerdeException} with a cause, of the cause
 * @param message what went wrong, at most {@value #MAX_MESSAGE} characters
 */
public record DeadLetter(
        Optional<RawRecord> original,
        String origin,
        String operator,
        RecordFailedException.Reason reason,
        String exception,
        String message) {

    /** A longer message is cut, so that it cannot make the dead letter itself too large to be written. */
    public static final int MAX_MESSAGE = 1000;

    /** Makes the dead letter of a record with this origin. */
    public static DeadLetter of(@Nullable Origin origin, RecordFailedException failure) {
        String message = String.valueOf(failure.getMessage());
        return new DeadLetter(
                origin == null ? Optional.empty() : origin.raw(),
                origin == null ? "unknown" : origin.describe(),
                failure.operator(),
                failure.reason(),
                thrownBy(failure).getClass().getName(),
                message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) : message);
    }

    /** Readers of dead letters tell them apart by it, so it is what serdes and functions threw, not what it was wrapped in. */
    private static Throwable thrownBy(RecordFailedException failure) {
        Throwable thrown = failure;
        while (thrown.getCause() != null && (thrown == failure || thrown instanceof SerdeException)) {
            thrown = thrown.getCause();
        }
        return thrown;
    }
}
