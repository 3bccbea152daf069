package io.millrace.checkpoint;

import static java.util.Objects.requireNonNull;

import io.millrace.spi.CommitLog;
import io.millrace.spi.LogEntry;
import io.millrace.time.EventLoop;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * Decides durable checkpoints, one after the other: publishes the manifest, then commits it. The blocking calls run beside the
 * event loop.
 *
 * <p>Confined to its event loop.
 */
final class Decider {

    /** What the decider asks for and tells; on the loop. */
    interface Listener {

        /** The manifest to publish now. */
        Manifest manifestOf(long checkpointId);

        /** The manifest was certainly not published, so that nothing is in doubt: the checkpoint can be given up. */
        void notPublished(long checkpointId, IOException reason);

        void committed(Manifest manifest);

        /** Nobody knows whether the checkpoint counts, or will: the attempt must end. */
        void inDoubt(Throwable cause);
    }

    private final EventLoop loop;
    private final CommitLog log;
    private final JobStorage storage;
    private final CommitSequence sequence;
    private final Listener listener;

    Decider(EventLoop loop, CommitLog log, JobStorage storage, CommitSequence sequence, Listener listener) {
        this.loop = loop;
        this.log = log;
        this.storage = storage;
        this.sequence = sequence;
        this.listener = listener;
    }

    /** Goes on with the next checkpoint whose turn it is, if there is one. */
    void decideNext() {
        OptionalLong next = sequence.publishNext();
        if (next.isPresent()) {
            publish(listener.manifestOf(next.getAsLong()));
        }
    }

    private void publish(Manifest manifest) {
        long id = manifest.name().checkpointId();
        loop.call("publish checkpoint " + id, () -> storage.publish(manifest), (digest, failure) -> {
            if (failure == null) {
                commit(manifest, requireNonNull(digest, "digest"));
            } else if (failure instanceof IOException certainlyNotPublished) {
                listener.notPublished(id, certainlyNotPublished);
            } else {
                listener.inDoubt(failure);
            }
        });
    }

    private void commit(Manifest manifest, String digest) {
        long id = manifest.name().checkpointId();
        sequence.published(id);
        LogEntry.Commit entry = commitEntry(manifest, digest);
        loop.call("commit checkpoint " + id, () -> commitNow(entry), (nothing, failure) -> {
            if (failure == null) {
                sequence.committed(id);
                listener.committed(manifest);
            } else {
                listener.inDoubt(failure);
            }
        });
    }

    /** Commit point: the log decides. */
    private Boolean commitNow(LogEntry.Commit entry) {
        log.commit(entry);
        return true;
    }

    static LogEntry.Commit commitEntry(Manifest manifest, String digest) {
        JobIdentity identity = manifest.identity();
        CheckpointName name = manifest.name();
        return new LogEntry.Commit(identity.jobId(), identity.storageId(), name.run(), name.checkpointId(), digest);
    }
}
