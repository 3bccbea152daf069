package io.millrace.checkpoint;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;

/**
 * The commit log of a job without Kafka: a sequence of files in the job's folder, each made by one conditional create.
 *
 * <p>One call at a time, as {@link CommitLog} says.
 */
public final class StorageCommitLog implements CommitLog {

    private final CheckpointStorage storage;
    private final String jobName;

    public StorageCommitLog(CheckpointStorage storage, String jobName) {
        this.storage = storage;
        this.jobName = jobName;
    }

    @Override
    public LogContents look() {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    @Override
    public LogContents fence() {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /**
     * {@inheritDoc}
     *
     * @throws InDoubtException if the predecessor committed since {@link #fence} read the log: begin again
     */
    @Override
    public void takeOver(LogEntry.Takeover entry) {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    @Override
    public void commit(LogEntry.Commit entry) {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    @Override
    public void awaitVisible() {}

    @Override
    public void close() {}
}
