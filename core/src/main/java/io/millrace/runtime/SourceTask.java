package io.millrace.runtime;

import static java.util.Objects.requireNonNull;

import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.SerdeException;
import io.millrace.channel.Batch;
import io.millrace.channel.Parker;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.element.CheckpointBarrier;
import io.millrace.element.DataRecord;
import io.millrace.element.EndOfInput;
import io.millrace.element.Origin;
import io.millrace.operator.Closer;
import io.millrace.operator.OperatorCapture;
import io.millrace.operator.OperatorChain;
import io.millrace.operator.RecordErrors;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SplitNews;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A task that reads from outside, and where barriers enter the pipeline. When all its splits have ended it says so
 * downstream and goes on sending barriers.
 *
 * <p>Confined to its driver; what others may call leaves a letter.
 */
final class SourceTask extends ChainTask implements SourceOutput<Object> {

    private final SourceInput input;
    private final TaskReports reports;
    private final RecordErrors errors;

    private @Nullable SourceReader<Object> reader;
    /** Checkpoints whose barrier waits for records before it. */
    private final Set<Long> awaiting = new HashSet<>();

    private boolean paused;
    private boolean ended;
    private long newestCheckpoint;

    /** Records that the current step may still read. */
    private int allowance;

    SourceTask(TaskId id, OperatorChain chain, SourceInput input, Parker parker, TaskEnvironment environment) {
        super(id, chain, parker, environment);
        this.input = input;
        this.errors = input.errors();
        this.reports = environment.reports();
    }

    @Override
    public boolean isSource() {
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // the API ties the source's type to the steps behind it
    public void open() throws Exception {
        super.open();
        reader = (SourceReader<Object>) input.connector()
                .openReader(new TaskReaderContext(
                        input.operator(),
                        id().subtask(),
                        input.parallelism(),
                        input.keepsRaw(),
                        input.splits(),
                        this::verify));
    }

    /** Uid of the source. */
    String uid() {
        return input.operator().uid();
    }

    /** Hands on what was found out about the source's splits. Thread-safe. */
    void update(SplitNews news) {
        put(() -> {
            if (!ended) {
                openReader().update(news);
            }
        });
    }

    /** What the reader waits for comes to it as a letter, so that it wakes up. */
    private CompletionStage<Void> verify() {
        CompletableFuture<Void> verified = new CompletableFuture<>();
        var unused = input.verifier().get().thenRun(() -> put(() -> verified.complete(null)));
        return verified;
    }

    @Override
    public void trigger(long checkpointId, boolean pause) {
        put(() -> onTrigger(new CheckpointBarrier(checkpointId), pause));
    }

    @Override
    public void resume() {
        put(() -> paused = false);
    }

    @Override
    public void aborted(long checkpointId) {
        put(() -> {
            if (!awaiting.remove(checkpointId)) {
                checkpoints().aborted(checkpointId);
            }
        });
    }

    private void onTrigger(CheckpointBarrier barrier, boolean pause) throws Exception {
        if (barrier.checkpointId() <= newestCheckpoint) {
            return; // overtaken by a newer one
        }
        newestCheckpoint = barrier.checkpointId();
        paused |= pause;
        awaiting.add(barrier.checkpointId());
        chain().whenSettled(() -> pass(barrier));
    }

    /** A barrier passes when the records before it are through, unless its checkpoint was given up meanwhile. */
    private void pass(CheckpointBarrier barrier) throws Exception {
        if (awaiting.remove(barrier.checkpointId())) {
            checkpoints().onBarrier(barrier, () -> Optional.of(position()));
        }
    }

    private OperatorCapture position() {
        return new OperatorCapture.Positions(uid(), openReader().positions());
    }

    @Override
    Progress work() throws Exception {
        if (!reads()) {
            return Progress.IDLE;
        }
        allowance = Batch.CAPACITY;
        return switch (openReader().read(this)) {
            case PROGRESS -> Progress.PROGRESSED;
            case IDLE, BLOCKED -> Progress.IDLE;
            case END -> end();
        };
    }

    private Progress end() throws Exception {
        ended = true;
        chain().whenSettled(() -> {
            chain().forward(EndOfInput.INSTANCE);
            reports.drained(id());
        });
        return Progress.PROGRESSED;
    }

    @Override
    public boolean hasRoom() {
        return allowance > 0 && chain().hasRoom();
    }

    @Override
    public void emit(Object value, long timestamp, Origin origin) throws Exception {
        allowance--;
        chain().process(new DataRecord(value, timestamp, origin));
    }

    @Override
    public void failed(SerdeException error, long timestamp, Origin origin) throws Exception {
        allowance--;
        errors.failed(new DataRecord(null, timestamp, origin), Reason.DESERIALIZATION, error);
    }

    private boolean reads() {
        return !paused && !ended;
    }

    /** Whether only the reader knows when there will be something to do. */
    private boolean waitsForReader() {
        return isBegun() && reads() && last() == Progress.IDLE;
    }

    @Override
    boolean hasInput() {
        return reads() && last() != Progress.IDLE;
    }

    @Override
    Runnable alarm() {
        return waitsForReader() ? openReader()::wakeup : super.alarm();
    }

    @Override
    void sleep(Duration maxWait) throws Exception {
        if (waitsForReader()) {
            openReader().awaitInput(maxWait);
        } else {
            super.sleep(maxWait);
        }
    }

    private SourceReader<Object> openReader() {
        return requireNonNull(reader, "reader");
    }

    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        closer.close(super::close);
        closer.close(reader);
        closer.rethrow();
    }

    @Override
    public String toString() {
        return id() + " last=" + last() + (isParked() ? " parked" : "") + (paused ? " paused" : "")
                + (ended ? " ended" : "");
    }
}
