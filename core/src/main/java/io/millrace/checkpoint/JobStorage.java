package io.millrace.checkpoint;

import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.FileRef;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * The folder of one job in a checkpoint storage.
 *
 * <p>Thread-safe. Calls block.
 */
public final class JobStorage implements SnapshotReader {

    private final CheckpointStorage storage;
    private final String jobName;

    public JobStorage(CheckpointStorage storage, String jobName) {
        this.storage = storage;
        this.jobName = jobName;
    }

    /**
     * Returns who the job is; empty if the storage does not know it.
     *
     * @throws io.millrace.api.DamagedException if the file that says so is damaged
     */
    public Optional<JobIdentity> identity() throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /** Makes the job known under the proposed identity, unless it is known already. Returns the one that holds. */
    public JobIdentity establish(JobIdentity proposal) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /**
     * Publishes a manifest.
     *
     * @return its digest
     * @throws IOException if it was certainly not published
     * @throws InDoubtException if that cannot be told
     */
    public String publish(Manifest manifest) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /**
     * Loads the manifest of a committed checkpoint.
     *
     * @throws io.millrace.api.DamagedException naming the file, if it is missing or not what the entry says
     * @throws IOException if the storage cannot be read at the moment
     */
    public Manifest load(LogEntry.Commit entry) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /**
     * Checks that all files of a checkpoint are there, with the right length.
     *
     * @throws io.millrace.api.DamagedException naming the file that is missing or too short
     * @throws IOException if the storage cannot be read at the moment
     */
    public void requireFiles(Manifest manifest) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    /** Returns the names of all checkpoints that have anything in the storage, committed or not, oldest first. */
    public List<CheckpointName> checkpoints() throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }

    @Override
    public InputStream read(FileRef ref) throws IOException {
        throw new UnsupportedOperationException("lands soon: " + storage + jobName);
    }
}
