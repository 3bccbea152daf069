package io.millrace.api;

/**
 * Is told what happens to a job. Called by the job's event loop, one call at a time, in order: return quickly. What it
 * throws is logged and changes nothing.
 */
public interface JobListener {

    /** The job went from one state to another. */
    default void onStateChange(Job job, JobState from, JobState to) {}

    /** A checkpoint was committed or given up. */
    default void onCheckpoint(Job job, CheckpointReport report) {}

    /** An attempt ended with an error after which the job goes on trying. */
    default void onRestart(Job job, Throwable reason) {}
}
