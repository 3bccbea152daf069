package io.millrace.runtime;

import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;

/**
 * Finds out when it is of no use to try again, because attempts end one after the other over a record that a sink's topic
 * does not take. The first further attempts may help, since they look again at what the topic takes.
 *
 * <p>Confined to the job's event loop.
 */
final class RefusedRecords {

    static final int MAX_IN_A_ROW = 3;

    /** A job that has committed that many checkpoints since has got past the record. */
    static final int COMMITS_TO_FORGET = 10;

    private int inARow;
    private int commits;

    /** A checkpoint was committed. */
    void progressed() {
        commits++;
        if (commits >= COMMITS_TO_FORGET) {
            inARow = 0;
        }
    }

    /** Whether the job must end now that an attempt ended for this reason. */
    boolean isEnough(Throwable cause) {
        if (!isRefusal(cause)) {
            return false;
        }
        commits = 0;
        inARow++;
        return inARow >= MAX_IN_A_ROW;
    }

    private static boolean isRefusal(Throwable cause) {
        return cause instanceof RecordRefusedException
                || (cause instanceof RecordFailedException failed && failed.reason() == Reason.REFUSED);
    }
}
