package io.millrace.api;

import java.time.Duration;
import java.util.Optional;

/**
 * A pipeline that runs, or ran, in this process.
 *
 * <p>Thread-safe. {@link #stop} and {@link #close} may also be called by the job's own functions and listeners: there
 * they ask for the end and return at once, since waiting would wait for the caller itself.
 */
public interface Job extends AutoCloseable {

    String name();

    JobState state();

    /** Why the job is FAILED or FENCED, or why its last attempt ended; empty if nothing went wrong. */
    Optional<Throwable> failure();

    /** How the job gets on right now: its state, and what sources and sinks report. Never blocks. */
    JobHealth health();

    /**
     * Waits until the job has ended.
     *
     * @return FINISHED or STOPPED
     * @throws JobFailedException if it is FAILED, with the reason as its cause
     * @throws FencedException if another process took it over
     */
    JobState await() throws InterruptedException;

    /**
     * Waits until the job has ended, for a limited time.
     *
     * @return the state it is in then, of whatever kind
     */
    JobState await(Duration timeout) throws InterruptedException;

    /**
     * Stops the job after a final checkpoint: sources stop reading, everything read so far is processed, its output
     * becomes visible, then the job is STOPPED. A later start goes on from there. Does nothing if it has ended.
     *
     * @param timeout how long the final checkpoint may take; closing everything then takes the cancel timeout at most
     * @throws StopTimeoutException if no final checkpoint could be committed in time; the job has ended all the same
     *     and loses nothing, but its next start repeats some work
     */
    void stop(Duration timeout) throws InterruptedException;

    /** Ends the job as it is, without a final checkpoint; a later start goes on from the last committed one. */
    @Override
    void close();

    /** Adds a listener; it is told of what comes from now on. */
    void addListener(JobListener listener);
}
