package io.millrace.checkpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.DamagedException;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.ChecksummedJson;
import io.millrace.spi.FileRef;
import io.millrace.spi.JsonFields;
import io.millrace.spi.LogEntry;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one job in a checkpoint storage: who the job is, its checkpoints, their files.
 *
 * <p>Thread-safe. Calls block.
 */
public final class JobStorage implements SnapshotReader {

    private static final Logger LOG = LoggerFactory.getLogger(JobStorage.class);

    private static final int FORMAT_VERSION = 1;
    private static final String JOB_FILE = "job.json";
    private static final String MANIFEST = "manifest.json";
    private static final int READ_AT_ONCE_BYTES = 16 * 1024 * 1024;

    private final JobFolder folder;
    private final String jobName;
    private final CheckedReads reads;

    public JobStorage(CheckpointStorage storage, String jobName) {
        this.folder = new JobFolder(storage, jobName);
        this.jobName = jobName;
        this.reads = new CheckedReads(folder, READ_AT_ONCE_BYTES);
    }

    /**
     * Returns who the job is; empty if the storage does not know it.
     *
     * @throws DamagedException if the file that says so is damaged
     */
    public Optional<JobIdentity> identity() throws IOException {
        return folder.read(JOB_FILE).map(this::readIdentity);
    }

    /**
     * Makes the job known under the proposed identity, unless it is known already.
     *
     * @return the identity that holds
     * @throws IOException if it was certainly not made known
     * @throws InDoubtException if nobody can tell
     */
    public JobIdentity establish(JobIdentity proposal) throws IOException {
        ObjectNode json = ChecksummedJson.object();
        json.put("formatVersion", FORMAT_VERSION);
        json.put("jobName", proposal.jobName());
        json.put("jobId", proposal.jobId().toString());
        json.put("storageId", proposal.storageId().toString());
        return folder.createOnce(JOB_FILE, ChecksummedJson.toDocument(json))
                .map(this::readIdentity)
                .orElse(proposal);
    }

    /**
     * Publishes a manifest: prepares the checkpoint.
     *
     * @return its digest
     * @throws IOException if it was certainly not published
     * @throws InDoubtException if nobody can tell, or another one stands in its place
     */
    public String publish(Manifest manifest) throws IOException {
        byte[] bytes = ManifestCodec.toBytes(manifest);
        String path = manifestOf(manifest.name());
        if (folder.createOnce(path, bytes).isPresent()) {
            throw new InDoubtException(
                    "Publishing " + folder.nameOf(path) + " found another manifest in its place. Either the storage"
                            + " damaged this one, or another process has taken the job over under the same run number.",
                    null);
        }
        return ManifestCodec.digest(bytes);
    }

    /**
     * Loads the manifest of a committed checkpoint.
     *
     * @throws DamagedException naming the file, if it is missing or not what the entry says
     * @throws IOException if the storage cannot be read at the moment
     */
    public Manifest load(LogEntry.Commit entry) throws IOException {
        String path = manifestOf(CheckpointName.of(entry));
        byte[] bytes = folder.read(path)
                .orElseThrow(() -> new DamagedException("The manifest of the committed checkpoint "
                        + CheckpointName.of(entry) + ", " + folder.nameOf(path) + ", is missing."));
        String digest = ManifestCodec.digest(bytes);
        if (!digest.equals(entry.manifestDigest())) {
            throw new DamagedException("The manifest of the committed checkpoint " + CheckpointName.of(entry) + ", "
                    + folder.nameOf(path) + ", is damaged: its digest should be " + entry.manifestDigest()
                    + ", and is " + digest + ".");
        }
        return ManifestCodec.fromBytes(bytes, folder.nameOf(path));
    }

    /**
     * Checks that all files of a checkpoint are there and long enough.
     *
     * @throws DamagedException naming the file that is not
     * @throws IOException if the storage cannot be read at the moment
     */
    public void requireFiles(Manifest manifest) throws IOException {
        for (Map.Entry<String, Long> file : manifest.files().entrySet()) {
            String path = file.getKey();
            long length;
            try {
                length = folder.length(path);
            } catch (NoSuchFileException e) {
                throw new DamagedException(
                        "Checkpoint " + manifest.name() + " needs the file " + folder.nameOf(path)
                                + ", which is missing.",
                        e);
            }
            if (length < file.getValue()) {
                throw new DamagedException("Checkpoint " + manifest.name() + " needs " + file.getValue()
                        + " bytes of the file " + folder.nameOf(path) + ", which has only " + length + ".");
            }
        }
    }

    /**
     * Reads all state of a checkpoint and compares it with its checksums.
     *
     * @throws DamagedException naming the file that is not as it was written
     * @throws IOException if the storage cannot be read at the moment
     */
    public void requireIntact(Manifest manifest) throws IOException {
        for (OperatorState operator : manifest.operators()) {
            for (StateRef state : operator.states()) {
                for (FileRef file : state.files()) {
                    reads.check(file);
                }
            }
        }
    }

    /** Returns the names of all checkpoints that have anything in the storage, committed or not, oldest first. */
    public List<CheckpointName> checkpoints() throws IOException {
        return folder.list(CheckpointName.parentFolder()).stream()
                .map(path -> path.split("/", -1)[1])
                .distinct()
                .flatMap(name -> CheckpointName.parse(name).stream())
                .sorted()
                .toList();
    }

    /** Returns a checkpoint number above that of the last committed one and of all that the storage holds. */
    public long nextCheckpointId(Optional<LogEntry.Commit> lastCommit) throws IOException {
        long committed = lastCommit.map(LogEntry.Commit::checkpointId).orElse(0L);
        long stored = checkpoints().stream()
                .mapToLong(CheckpointName::checkpointId)
                .max()
                .orElse(0L);
        return Math.max(committed, stored) + 1;
    }

    /**
     * Checks, where the commit log knows of no commit, that this is likely: only a job that has committed publishes a manifest
     * that names committed checkpoints.
     *
     * @throws DamagedException if there is such a manifest, so that the commit log must have lost something
     */
    public void requireNeverCommitted() throws IOException {
        for (CheckpointName name : checkpoints()) {
            Optional<Manifest> manifest = find(name);
            if (manifest.isPresent() && !manifest.get().retained().isEmpty()) {
                throw new DamagedException("The commit log of job " + jobName + " holds no commit, but "
                        + folder.nameOf(manifestOf(name)) + " says that the checkpoints "
                        + manifest.get().retained() + " were committed: the log has lost entries.");
            }
        }
    }

    @Override
    public InputStream read(FileRef ref) throws IOException {
        return reads.read(ref);
    }

    /** Begins the files of a new checkpoint. Does not block. */
    CheckpointFiles filesOf(CheckpointName name) {
        return new CheckpointFiles(folder, name);
    }

    /**
     * Reads a manifest without knowing its digest; empty if there is none.
     *
     * @throws DamagedException if it is damaged
     */
    Optional<Manifest> find(CheckpointName name) throws IOException {
        String path = manifestOf(name);
        return folder.read(path).map(bytes -> ManifestCodec.fromBytes(bytes, folder.nameOf(path)));
    }

    /**
     * Deletes a checkpoint: its manifest first, then the files that it refers to and what else is in its own folder. Leaves it
     * alone if it turns out to belong to another job.
     *
     * @param owner the job that it must belong to
     * @param inUse files that stay
     */
    void delete(CheckpointName name, JobIdentity owner, Set<String> inUse) throws IOException {
        Optional<Manifest> manifest;
        try {
            manifest = find(name);
        } catch (DamagedException e) {
            LOG.warn("Job {}, checkpoint {}: not deleted, because its manifest cannot be read", jobName, name, e);
            return;
        }
        if (manifest.isPresent() && !manifest.get().identity().equals(owner)) {
            LOG.warn(
                    "Job {}, checkpoint {}: not deleted, because it belongs to another job, {}",
                    jobName,
                    name,
                    manifest.get().identity());
            return;
        }
        folder.delete(manifestOf(name));
        if (manifest.isPresent()) {
            deleteUnused(manifest.get().files().keySet(), inUse);
        }
        deleteFolder(name, inUse);
    }

    private void deleteFolder(CheckpointName name, Set<String> inUse) throws IOException {
        List<String> left = folder.list(name.folder());
        if (left.stream().noneMatch(inUse::contains)) {
            folder.deleteAll(name.folder());
        } else {
            deleteUnused(left, inUse);
        }
    }

    private void deleteUnused(Collection<String> paths, Set<String> inUse) throws IOException {
        for (String path : paths) {
            if (!inUse.contains(path)) {
                folder.delete(path);
            }
        }
    }

    private JobIdentity readIdentity(byte[] bytes) {
        JsonFields json = JsonFields.parse(bytes, folder.nameOf(JOB_FILE));
        json.requireFormatVersion(FORMAT_VERSION);
        return new JobIdentity(json.text("jobName"), json.uuid("jobId"), json.uuid("storageId"));
    }

    private static String manifestOf(CheckpointName name) {
        return name.folder() + "/" + MANIFEST;
    }
}
