package io.millrace.runtime;

import io.millrace.api.MillraceException;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.element.CheckpointBarrier;
import io.millrace.operator.Closer;
import io.millrace.operator.OperatorCapture;
import io.millrace.operator.OperatorChain;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A task's part in checkpoints. At a barrier, in this order: <em>prepare, capture, forward the barrier,
 * acknowledge</em>. Prepare comes first, since what it leaves to be committed belongs into the captured state; it may
 * finish later and then delays only the acknowledgement. Storing the capture runs off the task and delays only that,
 * too.
 *
 * <p>A capture that cannot be taken or stored costs the checkpoint; output that cannot be prepared costs the attempt.
 *
 * <p>Confined to its task, except what it hands to the executor and the prepared stage.
 */
final class TaskCheckpoints implements AutoCloseable {

    private final TaskId task;
    private final OperatorChain chain;
    private final Mailbox mailbox;
    private final TaskReports reports;
    private final Executor snapshotExecutor;
    private final Consumer<Throwable> fail;

    /** Checkpoints whose barrier passed and that are neither committed nor given up, with what is captured for them. */
    private final TreeMap<Long, Optional<OpenCapture>> undecided = new TreeMap<>();

    private volatile boolean closed;

    TaskCheckpoints(TaskId task, OperatorChain chain, Mailbox mailbox, TaskEnvironment environment) {
        this.task = task;
        this.chain = chain;
        this.mailbox = mailbox;
        this.reports = environment.reports();
        this.snapshotExecutor = environment.snapshotExecutor();
        this.fail = environment.fail();
    }

    /**
     * All inputs have reached the barrier.
     *
     * @param source tells where the task's source stands, if it has one
     */
    void onBarrier(CheckpointBarrier barrier, Supplier<Optional<OperatorCapture>> source) throws Exception {
        long id = barrier.checkpointId();
        CompletionStage<Void> prepared = prepare(id);
        Optional<OpenCapture> capture = capture(id, source);
        chain.forward(barrier);
        undecided.put(id, capture);
        capture.ifPresent(taken -> acknowledge(id, prepared, storeOffTask(id, taken)));
    }

    /** The checkpoint was committed; tells the sinks, if they took part. */
    void committed(long checkpointId) throws Exception {
        if (forget(checkpointId)) {
            chain.committed(checkpointId);
        }
    }

    /** The checkpoint was given up; tells the sinks, if they took part. */
    void aborted(long checkpointId) throws Exception {
        if (forget(checkpointId)) {
            chain.aborted(checkpointId);
        }
    }

    /** Lets go of all captures. Nothing is reported any more. */
    @Override
    public void close() throws Exception {
        closed = true;
        Closer closer = new Closer();
        undecided.values().forEach(capture -> capture.ifPresent(taken -> closer.close(taken::abandon)));
        undecided.clear();
        closer.rethrow();
    }

    private CompletionStage<Void> prepare(long id) {
        CompletionStage<Void> prepared = chain.prepare(id);
        var unused = prepared.whenComplete((nothing, failure) -> {
            if (failure != null && !closed) {
                fail.accept(notPrepared(id, failure));
            }
        });
        return prepared;
    }

    private Optional<OpenCapture> capture(long id, Supplier<Optional<OperatorCapture>> source) {
        try {
            return Optional.of(new OpenCapture(chain.capture(id, source.get().orElse(null))));
        } catch (Exception e) {
            reports.declined(task, id, e);
            return Optional.empty();
        }
    }

    private CompletableFuture<TaskSnapshot> storeOffTask(long id, OpenCapture capture) {
        CompletableFuture<TaskSnapshot> stored = new CompletableFuture<>();
        try {
            snapshotExecutor.execute(() -> {
                store(id, capture, stored);
                mailbox.put(capture::release); // also if it was given up meanwhile: only the task may close it
            });
        } catch (RuntimeException e) { // the executor takes nothing more: the attempt is ending
            stored.completeExceptionally(e);
        }
        return stored;
    }

    private void store(long id, OpenCapture capture, CompletableFuture<TaskSnapshot> stored) {
        try {
            stored.complete(capture.store(() -> reports.storeOf(id)));
        } catch (Throwable e) { // an Error too: the coordinator must not wait for an answer that never comes
            stored.completeExceptionally(e);
        }
    }

    private void acknowledge(long id, CompletionStage<Void> prepared, CompletableFuture<TaskSnapshot> stored) {
        var unusedDecline = stored.whenComplete((snapshot, failure) -> {
            if (failure != null && !closed && !(failure instanceof CancellationException)) {
                reports.declined(task, id, failure);
            }
        });
        var unusedAcknowledge = stored.thenAcceptBoth(prepared, (snapshot, nothing) -> {
            if (!closed) {
                reports.acknowledged(task, id, snapshot);
            }
        });
    }

    private boolean forget(long checkpointId) throws Exception {
        Optional<OpenCapture> capture = undecided.remove(checkpointId);
        if (capture == null) {
            return false; // its barrier did not come here
        }
        if (capture.isPresent()) {
            capture.get().release();
        }
        return true;
    }

    private Throwable notPrepared(long id, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof MillraceException
                ? cause // says what follows
                : new OutputFailedException(
                        "The output before checkpoint " + id + " in task " + task
                                + " could not be made ready to commit: " + cause,
                        cause);
    }
}
