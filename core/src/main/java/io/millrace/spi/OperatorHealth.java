package io.millrace.spi;

/**
 * How an operator gets on, for people and load balancers: conditions that do not end the attempt, but that somebody should
 * know of. All end with the attempt.
 *
 * <p>Thread-safe.
 */
public interface OperatorHealth {

    /**
     * Something does not get on. Said again, it keeps its beginning and takes the new message.
     *
     * @param condition identifies the condition within its operator, such as {@code blocked lines-3}
     * @param message what is the matter and what can be done, for people
     */
    void report(String condition, String message);

    /** The condition is over; ignored if it was not reported. */
    void resolve(String condition);
}
