package io.millrace.spi;

import java.util.UUID;

/** An entry of a commit log. Immutable. */
public sealed interface LogEntry {

    /** The job that the entry belongs to; never changes while the job's storage lives. */
    UUID jobId();

    /** The storage that the job's checkpoints are in. */
    UUID storageId();

    long run();

    /**
     * The attempt that appended this as the last takeover owns the job.
     *
     * @param run number of the attempt, one more than in any entry before
     * @param attempt random identity of the attempt, so that two that chose the same run tell themselves apart
     */
    record Takeover(UUID jobId, UUID storageId, long run, UUID attempt) implements LogEntry {}

    /**
     * The checkpoint is decided: its state and output count.
     *
     * @param run the run that took the checkpoint
     * @param checkpointId its number
     * @param manifestDigest identifies its manifest
     */
    record Commit(UUID jobId, UUID storageId, long run, long checkpointId, String manifestDigest) implements LogEntry {}
}
