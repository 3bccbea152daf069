package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.channel.Channel;
import io.millrace.channel.Outbox;
import io.millrace.channel.Parker;
import io.millrace.channel.Partitioner;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.element.CheckpointBarrier;
import io.millrace.element.DataRecord;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.operator.OperatorCapture;
import io.millrace.operator.OperatorChain;
import io.millrace.operator.OperatorId;
import io.millrace.operator.RecordErrors;
import io.millrace.operator.SinkOperator;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.SimulatedClock;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSource;
import io.millrace.simulation.TestStateBackend;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import io.millrace.spi.SnapshotStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The acts at a barrier, one by one. */
class TaskCheckpointsTest {

    private static final TaskId TASK = new TaskId("chain", 0);
    private static final OperatorId SINK = new OperatorId("job", "out", TASK);

    private final List<String> journal = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Channel downstream = new Channel(new Parker(), new Parker());
    private final MemorySnapshots files = new MemorySnapshots();
    private CompletableFuture<Void> prepared = CompletableFuture.completedFuture(null);
    private OperatorChain chain;

    @BeforeEach
    void openChain() throws Exception {
        Outbox outbox = new Outbox(Partitioner.forward(), List.of(downstream));
        SinkOperator sink = new SinkOperator(SINK, new JournalSink(), null, RecordErrors.fail(SINK));
        chain = new OperatorChain(sink, List.of(sink), List.of(outbox));
        chain.open();
    }

    @Test
    void shouldPrepareThenCaptureThenForwardThenAcknowledge() throws Exception {
        // given: everything that can wait is done at once
        TaskCheckpoints checkpoints = checkpoints(Runnable::run);

        // when
        checkpoints.onBarrier(new CheckpointBarrier(1), this::capture);

        // then
        assertThat(journal).containsExactly("prepare", "capture", "forwarded, then acknowledged [source, out]");
    }

    @Test
    void shouldForwardAlthoughCaptureFails() throws Exception {
        // given
        TaskCheckpoints checkpoints = checkpoints(Runnable::run);

        // when
        checkpoints.onBarrier(new CheckpointBarrier(1), () -> {
            throw new IllegalStateException("no space for a native snapshot");
        });

        // then
        assertThat(journal).containsExactly("prepare", "declined: no space for a native snapshot");
        assertThat(downstream.isEmpty()).isFalse();
        checkpoints.aborted(1);
        assertThat(journal).endsWith("aborted 1");
    }

    @Test
    void shouldDeclineWhenExecutorTakesNothingMore() throws Exception {
        // given
        TaskCheckpoints checkpoints = checkpoints(work -> {
            throw new RejectedExecutionException("shut down");
        });

        // when
        checkpoints.onBarrier(new CheckpointBarrier(1), this::capture);

        // then
        assertThat(journal).endsWith("declined: shut down");
    }

    @Test
    void shouldReportNothingWhenTaskHasEnded() throws Exception {
        // given
        List<Runnable> later = new ArrayList<>();
        prepared = new CompletableFuture<>();
        TaskCheckpoints checkpoints = checkpoints(later::add);
        checkpoints.onBarrier(new CheckpointBarrier(1), this::capture);
        checkpoints.close();
        journal.clear();

        // when
        prepared.completeExceptionally(new IllegalStateException("the writer was closed"));
        later.forEach(Runnable::run);

        // then
        assertThat(journal).isEmpty();
        assertThat(failures).isEmpty();
    }

    private Optional<OperatorCapture> capture() {
        journal.add(downstream.isEmpty() ? "capture" : "capture after forwarding");
        return Optional.of(new OperatorCapture.Positions("source", List.of(TestSource.splitAt("split-0", 5))));
    }

    private TaskCheckpoints checkpoints(Executor snapshotExecutor) {
        TaskEnvironment environment = new TaskEnvironment(
                new AttemptContext(
                        "job",
                        new AttemptMetrics(new SimpleMeterRegistry(), "job"),
                        new JobProblems(new SimulatedClock()),
                        failures::add),
                new SimulatedClock(),
                Duration.ZERO,
                new TestStateBackend(1),
                new TestLog().openOwned(),
                new JournalReports(),
                files,
                snapshotExecutor,
                Map.of(),
                Map.of(),
                uid -> CompletableFuture.completedFuture(null));
        return new TaskCheckpoints(TASK, chain, new Mailbox(new Parker()), environment);
    }

    private final class JournalReports implements TaskReports {

        @Override
        public void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot) {
            journal.add((downstream.isEmpty() ? "not forwarded" : "forwarded") + ", then acknowledged "
                    + snapshot.operators().stream()
                            .map(operator -> operator.uid())
                            .toList());
        }

        @Override
        public void declined(TaskId task, long checkpointId, Throwable reason) {
            journal.add("declined: " + reason.getMessage());
        }

        @Override
        public void drained(TaskId task) {}

        @Override
        public SnapshotStore storeOf(long checkpointId) {
            return files;
        }
    }

    private final class JournalSink implements SinkConnector<Object>, SinkWriter<Object> {

        @Override
        public Optional<CommitLogProvider> commitLog() {
            return Optional.empty();
        }

        @Override
        public void check(String jobName) {}

        @Override
        public SinkWriter<Object> openWriter(SinkContext context) {
            return this;
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public void write(DataRecord element) {}

        @Override
        public CompletionStage<Void> prepare(long checkpointId) {
            journal.add("prepare");
            return prepared;
        }

        @Override
        public void committed(long checkpointId) {
            journal.add("committed " + checkpointId);
        }

        @Override
        public void aborted(long checkpointId) {
            journal.add("aborted " + checkpointId);
        }

        @Override
        public void close() {}
    }
}
