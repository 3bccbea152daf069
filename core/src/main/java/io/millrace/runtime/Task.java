package io.millrace.runtime;

import io.millrace.checkpoint.Participant;
import java.time.Duration;

/**
 * One parallel instance of a chain of operators: a state machine that a driver steps. It holds no locks and never waits
 * by itself.
 *
 * <p>Life: {@link #open} restores, then {@link #step} idles until {@link #begin}, works, and goes on taking part in
 * checkpoints when its input has ended; {@link #close} ends it. Confined to its driver, except {@link #begin},
 * {@link #wake} and what it inherits, which only put letters into its mailbox.
 */
public interface Task extends Participant {

    /** What one step came to. */
    enum Progress {
        /** Something was done; step again. */
        PROGRESSED,
        /** Nothing to do until something arrives. */
        IDLE,
        /** Cannot go on until there is room downstream. */
        WAITING_FOR_ROOM
    }

    /** Opens the operators and restores their state. May block. */
    void open() throws Exception;

    /** All tasks are restored: work may begin. Thread-safe. */
    void begin();

    /** Runs the letters in the mailbox, then does a bounded amount of work. */
    Progress step() throws Exception;

    /**
     * Gets ready to be parked after a step that did not progress: from here on, whoever has something for the task wakes
     * it.
     *
     * @return false if there is something to do already: step again instead
     */
    boolean prepareToPark();

    /** After {@link #prepareToPark} said true: waits until the task is woken or the time is over. */
    void park(Duration maxWait) throws Exception;

    /** Whether nobody has woken the task since it prepared to park. Thread-safe. */
    boolean isParked();

    /** Wakes the task, if it is parked or has prepared for it. Thread-safe. */
    void wake();

    /**
     * Closes all operators, readers and writers, each one whatever the others throw.
     *
     * @throws Exception the first failure, the others suppressed under it
     */
    void close() throws Exception;
}
