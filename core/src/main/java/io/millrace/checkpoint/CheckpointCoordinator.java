package io.millrace.checkpoint;

import io.millrace.checkpoint.OpenCheckpoint.Kind;
import io.millrace.spi.CommitLog;
import io.millrace.spi.SnapshotStore;
import io.millrace.time.EventLoop;
import io.millrace.time.EventLoop.Cancellable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the checkpoints of one attempt: triggers, gathers, decides, announces and retires them. What is to happen is for pure
 * parts to say ({@link TriggerPolicy}, {@link PendingCheckpoint}, {@link CommitSequence}, {@link Retention}); here it is
 * done, one event after the other, blocking calls beside the loop.
 *
 * <p>Until all of a checkpoint is durable it can be given up: declined by a task, too slow, not writable. From then on it is
 * <em>deciding</em>, and no timeout touches it: its manifest is published, then it is committed. A commit that fails ends the
 * attempt, for nobody knows whether it counts.
 *
 * <p>Confined to its event loop, except what it inherits from {@link TaskReports}.
 */
public final class CheckpointCoordinator implements TaskReports {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointCoordinator.class);

    private final CoordinatorSettings settings;
    private final EventLoop beyondClose;
    private final GuardedLoop loop;
    private final CommitLog log;
    private final JobStorage storage;
    private final CoordinatorListener listener;

    private final TriggerPolicy policy;
    private final CommitSequence sequence = new CommitSequence();
    private final Decider decider;
    private final Housekeeping housekeeping;
    private final long beganNanos;

    private final Map<Long, OpenCheckpoint> open = new TreeMap<>();
    private final ConcurrentMap<Long, CheckpointFiles> stores = new ConcurrentHashMap<>();
    private final Set<TaskId> drained = new HashSet<>();
    private Participants participants = new Participants(List.of());
    private Cancellable nextTrigger = () -> {};
    private long nextId;

    /**
     * Does nothing yet.
     *
     * @param settings job, run and timing
     * @param loop runs all events
     * @param log decides; this attempt has taken the job over in it
     * @param storage keeps manifests and files
     * @param restored the checkpoint that this attempt started from; empty only where nothing was ever committed
     * @param listener is told what is decided
     */
    public CheckpointCoordinator(
            CoordinatorSettings settings,
            EventLoop loop,
            CommitLog log,
            JobStorage storage,
            Optional<Manifest> restored,
            CoordinatorListener listener) {
        this.settings = settings;
        this.beyondClose = loop;
        this.loop = new GuardedLoop(loop, this::fail);
        this.log = log;
        this.storage = storage;
        this.listener = listener;
        this.policy = new TriggerPolicy(settings.timing());
        this.decider = new Decider(this.loop, log, storage, sequence, new Decisions());
        this.housekeeping = new Housekeeping(
                settings.identity(), this.loop, storage, new Retention(settings.retained(), settings.run(), restored));
        this.beganNanos = loop.clock().nanos();
        this.nextId = settings.firstCheckpointId();
        restored.ifPresent(manifest -> requireAbove(manifest.name()));
    }

    /** Begins to trigger, an interval from now. On the loop. */
    public void start(List<? extends Participant> tasks) {
        participants = new Participants(List.copyOf(tasks));
        policy.onStarted(now());
        scheduleNext();
    }

    /**
     * Pauses the sources behind a final checkpoint, repeated until one commits; then {@link CoordinatorListener#ended} is
     * called. May come before {@link #start}. On the loop.
     */
    public void finish() {
        wantFinal();
    }

    /**
     * Decides nothing any more. A checkpoint that is being decided in this moment counts or does not; the next attempt finds
     * out. No committed checkpoint is deleted. On the loop.
     */
    public void close() {
        loop.close();
        nextTrigger.cancel();
        for (OpenCheckpoint checkpoint : open.values()) {
            checkpoint.timeout().cancel();
            if (!sequence.isDeciding(checkpoint.id())) {
                discard(checkpoint);
            }
        }
        open.clear();
        stores.clear();
    }

    @Override
    public void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot) {
        loop.execute(() -> onAcknowledged(task, checkpointId, snapshot));
    }

    @Override
    public void declined(TaskId task, long checkpointId, Throwable reason) {
        loop.execute(() -> onDeclined(checkpointId, reason));
    }

    @Override
    public void drained(TaskId task) {
        loop.execute(() -> onDrained(task));
    }

    @Override
    public SnapshotStore storeOf(long checkpointId) {
        CheckpointFiles files = stores.get(checkpointId);
        if (files == null) {
            throw new CancellationException("Checkpoint " + checkpointId + " was given up");
        }
        return files;
    }

    private void onDrained(TaskId task) {
        drained.add(task);
        if (isDrained()) {
            wantFinal();
        }
    }

    private boolean isDrained() {
        return drained.containsAll(participants.ids());
    }

    private void wantFinal() {
        policy.onFinalWanted(now());
        scheduleNext();
    }

    private void scheduleNext() {
        nextTrigger.cancel();
        policy.waitUntilNext(now(), sequence.underWay())
                .ifPresent(wait -> nextTrigger = loop.schedule(wait, this::trigger));
    }

    private void trigger() {
        CheckpointName name = new CheckpointName(nextId++, settings.run());
        long id = name.checkpointId();
        OpenCheckpoint checkpoint = new OpenCheckpoint(
                name,
                now(),
                nextKind(),
                new PendingCheckpoint(name, participants.ids()),
                storage.filesOf(name),
                loop.schedule(settings.timing().timeout(), () -> onTimeout(id)));
        open.put(id, checkpoint);
        stores.put(id, checkpoint.files());
        sequence.begin(id);
        policy.onTriggered(now());
        participants.trigger(id, checkpoint.kind().isFinal());
        scheduleNext();
    }

    private Kind nextKind() {
        if (!policy.isFinalNext()) {
            return Kind.PERIODIC;
        }
        return isDrained() ? Kind.DRAINED : Kind.FINISHING;
    }

    private void onAcknowledged(TaskId task, long id, TaskSnapshot snapshot) {
        if (!sequence.isGathering(id)) {
            return; // given up meanwhile
        }
        OpenCheckpoint checkpoint = openOf(id);
        if (checkpoint.pending().acknowledge(task, snapshot)) {
            loop.call("seal checkpoint " + id, checkpoint.files()::seal, (any, failure) -> onSealed(id, failure));
        }
    }

    /** Where the last acknowledgement and the timeout race: whichever event comes first decides. */
    private void onSealed(long id, @Nullable Throwable failure) {
        if (!sequence.isGathering(id)) {
            return; // given up meanwhile
        }
        if (failure != null) {
            giveUp(id, failure);
            return;
        }
        openOf(id).timeout().cancel();
        sequence.durable(id);
        decider.decideNext();
    }

    private void onDeclined(long id, Throwable reason) {
        if (sequence.isGathering(id)) {
            giveUp(id, reason);
        }
    }

    private void onTimeout(long id) {
        if (sequence.isGathering(id)) {
            giveUp(
                    id,
                    new TimeoutException("Not complete after "
                            + settings.timing().timeout() + ": checkpoint "
                            + openOf(id).pending() + ". If that much time is needed, raise the checkpoint timeout."));
        }
    }

    private void giveUp(long id, Throwable reason) {
        OpenCheckpoint checkpoint = openOf(id);
        sequence.drop(id);
        open.remove(id);
        checkpoint.timeout().cancel();
        discard(checkpoint);
        LOG.warn(
                "Job {}, checkpoint {}: given up, the job goes on: {}",
                settings.identity().jobName(),
                checkpoint.name(),
                reason.toString());
        participants.aborted(id);
        policy.onEnded(now());
        if (checkpoint.kind().isFinal()) {
            participants.resume();
            policy.onFinalGivenUp(now());
        }
        listener.gaveUp(checkpoint.gaveUp(now(), reason));
        decider.decideNext();
        scheduleNext();
    }

    private void discard(OpenCheckpoint checkpoint) {
        stores.remove(checkpoint.id());
        checkpoint.files().cancel();
        beyondClose.call(
                "discard checkpoint " + checkpoint.id(), checkpoint.files()::deleteWritten, (deleted, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "Job {}, checkpoint {}: some of its files could not be deleted; a later run will do it",
                                settings.identity().jobName(),
                                checkpoint.name(),
                                failure);
                    }
                });
    }

    private void end(boolean allInputProcessed) {
        loop.call("await visible output", this::awaitVisible, (visible, failure) -> {
            if (failure != null) {
                fail(failure);
            } else {
                housekeeping.whenIdle(() -> {
                    close();
                    listener.ended(allInputProcessed);
                });
            }
        });
    }

    private Boolean awaitVisible() {
        log.awaitVisible();
        return true;
    }

    private void fail(Throwable cause) {
        if (!loop.isClosed()) {
            close();
            listener.failed(cause);
        }
    }

    private OpenCheckpoint openOf(long id) {
        OpenCheckpoint checkpoint = open.get(id);
        if (checkpoint == null) {
            throw new IllegalStateException("Checkpoint " + id + " is not open; open are " + open.keySet());
        }
        return checkpoint;
    }

    private Duration now() {
        return Duration.ofNanos(loop.clock().nanos() - beganNanos);
    }

    private void requireAbove(CheckpointName restored) {
        if (nextId <= restored.checkpointId() || settings.run() < restored.run()) {
            throw new IllegalArgumentException("Checkpoint " + nextId + " of run " + settings.run()
                    + " cannot follow checkpoint " + restored + ": numbers only rise");
        }
    }

    /** What becomes of durable checkpoints. */
    private final class Decisions implements Decider.Listener {

        @Override
        public Manifest manifestOf(long id) {
            OpenCheckpoint checkpoint = openOf(id);
            return new Manifest(
                    settings.identity(),
                    checkpoint.name(),
                    loop.clock().millis(),
                    settings.keyGroups(),
                    settings.keyHashVersion(),
                    checkpoint.pending().assemble(settings.operators()),
                    housekeeping.existing());
        }

        @Override
        public void notPublished(long id, IOException reason) {
            giveUp(id, reason);
        }

        @Override
        public void committed(Manifest manifest) {
            long id = manifest.name().checkpointId();
            OpenCheckpoint checkpoint = openOf(id);
            open.remove(id);
            stores.remove(id);
            policy.onEnded(now());
            participants.committed(id);
            housekeeping.onCommitted(manifest);
            listener.committed(checkpoint.committed(now(), manifest.bytes()), manifest);
            if (checkpoint.kind().isFinal()) {
                end(checkpoint.kind() == Kind.DRAINED);
            } else {
                decider.decideNext();
                scheduleNext();
            }
        }

        @Override
        public void inDoubt(Throwable cause) {
            fail(cause);
        }
    }
}
