package io.millrace.spi;

/**
 * What the parts of a connector may use of the operator that they work for: its name, its meters, its health, and a way to
 * end the attempt. Lives for one attempt.
 *
 * <p>Thread-safe.
 */
public interface OperatorContext {

    String jobName();

    /** Uid of the source or sink. */
    String uid();

    /** The operator's meters. */
    OperatorMetrics metrics();

    /** How the operator gets on, as {@code Job.health()} shows it. */
    OperatorHealth health();

    /**
     * Ends the attempt because of an error that no call is there to throw. Callable by any thread.
     *
     * @param reason decides what follows, as if it had been thrown: a {@code DamagedException} ends the job
     */
    void fail(Throwable reason);
}
