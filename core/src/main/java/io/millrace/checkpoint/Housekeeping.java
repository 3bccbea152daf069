package io.millrace.checkpoint;

import io.millrace.api.DamagedException;
import io.millrace.time.EventLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the checkpoints that {@link Retention} has done with, beside the event loop and one round at a time. What fails is
 * logged and tried again after the next commit.
 *
 * <p>Confined to its event loop.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

    private final JobIdentity owner;
    private final EventLoop loop;
    private final JobStorage storage;
    private final Retention retention;
    private boolean busy;
    private @Nullable Runnable whenIdle;

    Housekeeping(JobIdentity owner, EventLoop loop, JobStorage storage, Retention retention) {
        this.owner = owner;
        this.loop = loop;
        this.storage = storage;
        this.retention = retention;
    }

    /** The committed checkpoints that exist, oldest first. */
    List<CheckpointName> existing() {
        return retention.existing();
    }

    void onCommitted(Manifest manifest) {
        retention.onCommitted(manifest);
        tidy();
    }

    /** Runs {@code action} once nothing more is to be deleted, or the rest could not be. */
    void whenIdle(Runnable action) {
        whenIdle = action;
        if (!busy) {
            tellIdle();
        }
    }

    private void tellIdle() {
        Runnable action = whenIdle;
        if (action != null) {
            whenIdle = null;
            action.run();
        }
    }

    private void tidy() {
        if (busy) {
            return;
        }
        if (retention.mayDeleteVoids()) {
            busy = true;
            List<CheckpointName> unknown = retention.keptWithUnknownFiles();
            loop.call("look for old checkpoints", () -> look(unknown), this::onLooked);
        } else if (!retention.retired().isEmpty()) {
            delete(retention.retired(), List.of());
        } else {
            tellIdle();
        }
    }

    private void onLooked(@Nullable Found found, @Nullable Throwable failure) {
        busy = false;
        if (found == null) {
            LOG.warn(
                    "Job {}: old checkpoints are kept until the next commit, because the storage cannot be read",
                    owner.jobName(),
                    failure);
            tellIdle();
            return;
        }
        retention.learnFiles(found.files);
        delete(retention.retired(), retention.voidsAmong(found.checkpoints));
    }

    private void delete(List<CheckpointName> retired, List<CheckpointName> voids) {
        List<CheckpointName> names = new ArrayList<>(voids);
        names.addAll(retired);
        Set<String> inUse = retention.filesInUse();
        busy = true;
        loop.call("delete old checkpoints", () -> deleteAll(names, inUse), (deleted, failure) -> {
            busy = false;
            if (failure != null) {
                LOG.warn(
                        "Job {}: deleting the checkpoints {} failed; tried again after the next commit",
                        owner.jobName(),
                        names,
                        failure);
                tellIdle();
                return;
            }
            retention.onDeleted(retired);
            retention.onVoidsDeleted(); // the first deletion of a run includes them
            tidy();
        });
    }

    private Found look(List<CheckpointName> unknown) throws IOException {
        Map<CheckpointName, Set<String>> files = new HashMap<>();
        for (CheckpointName name : unknown) {
            files.put(name, filesOf(name));
        }
        return new Found(files, storage.checkpoints());
    }

    /** A kept checkpoint without a readable manifest cannot be restored, so that its files are of no use. */
    private Set<String> filesOf(CheckpointName name) throws IOException {
        try {
            Optional<Manifest> manifest = storage.find(name);
            if (manifest.isPresent()) {
                return manifest.get().files().keySet();
            }
            LOG.warn("Job {}, checkpoint {}: its manifest is missing, though it should be kept", owner.jobName(), name);
        } catch (DamagedException e) {
            LOG.warn("Job {}, checkpoint {}: its manifest is damaged", owner.jobName(), name, e);
        }
        return Set.of();
    }

    private Boolean deleteAll(List<CheckpointName> names, Set<String> inUse) throws IOException {
        for (CheckpointName name : names) {
            storage.delete(name, owner, inUse);
        }
        return true;
    }

    private record Found(Map<CheckpointName, Set<String>> files, List<CheckpointName> checkpoints) {}
}
