package io.millrace.kafka;

/**
 * Where the producer of an attempt stands, and so how it may be ended: by aborting its transaction as long as no commit was
 * tried, without a word to the brokers after that.
 *
 * <p>Thread-safe.
 */
final class TransactionPhase {

    /** How to end the producer. */
    enum Ending {
        /** Close it in good order, which aborts the open transaction. */
        ABORT,
        /** Drop it: its transaction may be committed, or is not begun. */
        DROP,
        /** Somebody else ends it. */
        NONE
    }

    private enum Phase {
        NEW,
        INITIALIZING,
        OPEN,
        FAILED,
        COMMITTING,
        DISCARDED
    }

    private final String jobName;
    private Phase phase = Phase.NEW;
    private String why = "the attempt ends";

    TransactionPhase(String jobName) {
        this.jobName = jobName;
    }

    /** The producer is about to fence those before it. */
    void initializing() {
        become(Phase.NEW, Phase.INITIALIZING);
    }

    /** The first transaction takes records. */
    void opened() {
        become(Phase.INITIALIZING, Phase.OPEN);
    }

    /** A commit is about to be tried: from here on the transaction must not be aborted. */
    void committing() {
        become(Phase.OPEN, Phase.COMMITTING);
    }

    /** The commit returned, and the next transaction takes records. */
    void committed() {
        become(Phase.COMMITTING, Phase.OPEN);
    }

    /** @throws AttemptFailedException if the transaction cannot be committed any more */
    synchronized void requireOpen() {
        require(Phase.OPEN);
    }

    /**
     * The open transaction cannot be committed any more.
     *
     * @return whether that is news
     */
    synchronized boolean failed(String reason) {
        if (phase != Phase.OPEN) {
            return false;
        }
        phase = Phase.FAILED;
        why = reason;
        return true;
    }

    /** The producer is not used any more. */
    synchronized Ending discard() {
        Phase before = phase;
        phase = Phase.DISCARDED;
        return switch (before) {
            case OPEN, FAILED -> Ending.ABORT;
            case NEW, INITIALIZING, COMMITTING -> Ending.DROP;
            case DISCARDED -> Ending.NONE;
        };
    }

    private synchronized void become(Phase expected, Phase next) {
        require(expected);
        phase = next;
    }

    private void require(Phase expected) {
        if (phase == Phase.DISCARDED || phase == Phase.FAILED) {
            throw new AttemptFailedException("Job '" + jobName + "': the producer is not used any more: " + why);
        }
        if (phase != expected) {
            throw new IllegalStateException("The producer must be " + expected + ", but is " + phase);
        }
    }
}
