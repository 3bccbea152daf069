package io.millrace.runtime;

import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;

/**
 * Finds out when it is of no use to try again, because attempts end again and again over a record that a sink's topic
 * does not take, and few checkpoints are committed after each. Attempts that end for other reasons in between do not count.
 * The first further attempts may help, since they look again at what the topic takes.
 *
 * <p>Confined to the job's event loop.
 */
final class RefusedRecords {

    static final int MAX_REFUSALS = 3;

    /** A job that has committed that many checkpoints since has got past the record. */
    static final int COMMITS_TO_FORGET = 10;

    private int refusals;
    private int commits;

    /** A checkpoint was committed. */
    void progressed() {
        commits++;
        if (commits >= COMMITS_TO_FORGET) {
            refusals = 0;
        }
    }

    /** Whether the job must end now that an attempt ended for this reason. */
    boolean isEnough(Throwable cause) {
        if (!isRefusal(cause)) {
            return false;
        }
        commits = 0;
        refusals++;
        return refusals >= MAX_REFUSALS;
    }

    private static boolean isRefusal(Throwable cause) {
        return cause instanceof RecordRefusedException
                || (cause instanceof RecordFailedException failed && failed.reason() == Reason.REFUSED);
    }
}
