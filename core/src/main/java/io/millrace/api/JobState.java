package io.millrace.api;

/** Where a job is in its life. */
public enum JobState {
    /** Checked and being started: recovery has not ended yet. */
    CREATED,
    /** Another process runs the job; this one waits to take over. */
    STANDBY,
    /** Records are being processed. */
    RUNNING,
    /** An attempt failed; the next one is being started or waited for. */
    RESTARTING,
    /** The input ended and all output is visible. */
    FINISHED,
    /** Ended because the user asked for it. */
    STOPPED,
    /** Ended because of an error that restarts did not or cannot mend. */
    FAILED,
    /** Ended because another process took the job over. */
    FENCED;

    /** Whether the job has ended for good. */
    public boolean isTerminal() {
        return switch (this) {
            case CREATED, STANDBY, RUNNING, RESTARTING -> false;
            case FINISHED, STOPPED, FAILED, FENCED -> true;
        };
    }
}
