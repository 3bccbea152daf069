package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.JobOptions;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskReports;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.element.DataRecord;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.plan.PhysicalPlan;
import io.millrace.runtime.Task.Progress;
import io.millrace.serde.Serdes;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.SimulatedClock;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSource;
import io.millrace.simulation.TestStateBackend;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.FileRef;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.SourceSplit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A source task and the counting task behind it, stepped by hand. */
class TaskTest {

    private final List<String> journal = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final List<TaskSnapshot> snapshots = new ArrayList<>();
    private final MemorySnapshots files = new MemorySnapshots();
    private final TestStateBackend backend = new TestStateBackend(8);
    private final SimulatedClock clock = new SimulatedClock();
    private final TestSource<String> source = TestSource.unbounded(100);
    private final RecordingSink sink = new RecordingSink();
    private final Reports reports = new Reports();

    private Task sourceTask;
    private Task countTask;

    @BeforeEach
    void open() throws Exception {
        source.append("split-0", "a").append("split-0", "b");
        build(source);
    }

    @Test
    void shouldNotReadBeforeAllTasksAreRestored() throws Exception {
        // when
        Progress progress = sourceTask.step();

        // then
        assertThat(progress).isEqualTo(Progress.IDLE);
        assertThat(sourceTask.prepareToPark()).isTrue();
        begin();
        assertThat(sourceTask.isParked()).isFalse();
        runAll();
        assertThat(journal).containsExactly("write a=1", "write b=1");
    }

    /** The order within a task: prepare, capture, forward the barrier, acknowledge. */
    @Test
    void shouldPrepareBeforeCaptureAndAcknowledgeLast() throws Exception {
        // given
        begin();
        runAll();
        journal.clear();

        // when
        sourceTask.trigger(1, false);
        sourceTask.step();
        background.remove().run();
        assertThat(journal).containsExactly("acknowledged lines 1");
        countTask.step();

        // then: nothing is acknowledged before both the output is prepared and the state is stored
        assertThat(journal).containsExactly("acknowledged lines 1", "prepare 1");
        background.remove().run();
        assertThat(journal).doesNotContain("acknowledged counts->out 1");
        sink.prepared.complete(null);
        assertThat(journal).containsExactly("acknowledged lines 1", "prepare 1", "acknowledged counts->out 1");
    }

    @Test
    void shouldAcknowledgeWhenPreparedBeforeStored() throws Exception {
        // given
        begin();
        runAll();
        sourceTask.trigger(1, false);
        sourceTask.step();
        countTask.step();
        sink.prepared.complete(null);
        assertThat(journal).doesNotContain("acknowledged counts->out 1");

        // when
        background.forEach(Runnable::run);

        // then
        assertThat(journal).contains("acknowledged counts->out 1");
    }

    @Test
    void shouldCaptureStateAsItWasAtTheBarrier() throws Exception {
        // given
        begin();
        runAll();
        sourceTask.trigger(1, false);
        runAll();

        // when: the state goes on changing before the capture is stored
        source.append("split-0", "a");
        runAll();
        assertThat(journal).contains("write a=2");
        storeAndPrepare();

        // then
        OperatorSnapshot lines = snapshot("lines");
        OperatorSnapshot counts = snapshot("counts");
        assertThat(lines.positions()).containsExactly(TestSource.splitAt("split-0", 2));
        assertThat(TestStateBackend.read(counts.states().get(0), Serdes.string(), Serdes.longs(), files))
                .isEqualTo(Map.of("a", 1L, "b", 1L));
        assertThat(snapshot("out").states()).isEmpty();
    }

    @Test
    void shouldCloseCaptureByLetterWhenStored() throws Exception {
        // given
        begin();
        sourceTask.trigger(1, false);
        runAll();
        assertThat(backend.openCaptures()).isEqualTo(1);
        storeAndPrepare();
        assertThat(backend.openCaptures()).isEqualTo(1);

        // when
        countTask.step();

        // then
        assertThat(backend.openCaptures()).isZero();
    }

    @Test
    void shouldDeclineAndGoOnWhenCaptureCannotBeStored() throws Exception {
        // given
        begin();
        runAll();
        reports.storeFails = true;

        // when
        sourceTask.trigger(1, false);
        runAll();
        storeAndPrepare();

        // then
        assertThat(journal).contains("declined counts->out 1: java.io.IOException: Disk full");
        assertThat(journal).doesNotContain("acknowledged counts->out 1");
        assertThat(failures).isEmpty();
        source.append("split-0", "b");
        runAll();
        assertThat(journal).endsWith("write b=2");
        assertThat(backend.openCaptures()).isZero();
    }

    @Test
    void shouldStayQuietWhenCheckpointWasGivenUpBeforeItIsStored() throws Exception {
        // given
        begin();
        sourceTask.trigger(1, false);
        runAll();
        reports.givenUp = true;

        // when
        countTask.aborted(1);
        countTask.step();
        assertThat(backend.openCaptures()).isZero();
        storeAndPrepare();

        // then
        assertThat(journal).noneMatch(entry -> entry.startsWith("declined") || entry.startsWith("acknowledged counts"));
        assertThat(journal).contains("aborted 1");
    }

    @Test
    void shouldEndAttemptWhenOutputCannotBePrepared() throws Exception {
        // given
        begin();
        sourceTask.trigger(1, false);
        runAll();

        // when
        sink.prepared.completeExceptionally(new IOException("not acknowledged"));

        // then
        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .hasMessageContaining("checkpoint 1")
                        .hasMessageContaining("counts->out[0]")
                        .hasMessageContaining("not acknowledged"));
    }

    @Test
    void shouldTellSinkOnlyOfCheckpointsThatItPrepared() throws Exception {
        // given
        begin();
        sourceTask.trigger(2, false);
        runAll();

        // when
        countTask.aborted(1);
        countTask.committed(2);
        countTask.committed(2);
        countTask.aborted(3);
        runAll();

        // then
        assertThat(journal).contains("committed 2");
        assertThat(journal).doesNotContain("aborted 1", "aborted 3");
        assertThat(journal).containsOnlyOnce("committed 2");
    }

    @Test
    void shouldReadNothingBehindBarrierWhenPausedUntilResumed() throws Exception {
        // given
        begin();
        runAll();
        sourceTask.trigger(1, true);
        runAll();
        source.append("split-0", "a");
        journal.clear();

        // when
        runAll();

        // then
        assertThat(journal).isEmpty();
        assertThat(sourceTask.prepareToPark()).isTrue();
        sourceTask.resume();
        assertThat(sourceTask.isParked()).isFalse();
        runAll();
        assertThat(journal).containsExactly("write a=2");
    }

    @Test
    void shouldIgnoreTriggerWhenNewerWasTriggered() throws Exception {
        // given
        begin();
        sourceTask.trigger(2, false);

        // when
        sourceTask.trigger(1, false);
        runAll();

        // then
        assertThat(journal).contains("prepare 2").doesNotContain("prepare 1");
    }

    @Test
    void shouldDrainOnceAndStillPassBarriersWhenInputEnded() throws Exception {
        // given
        TestSource<String> bounded = TestSource.<String>bounded(100).append("split-0", "a");
        build(bounded);
        begin();

        // when
        runAll();

        // then
        assertThat(journal).containsExactly("drained lines", "write a=1", "drained counts->out");
        sourceTask.trigger(1, false);
        runAll();
        storeAndPrepare();
        assertThat(journal).contains("acknowledged lines 1", "acknowledged counts->out 1");
        assertThat(snapshot("lines").positions()).containsExactly(TestSource.splitAt("split-0", 1));
    }

    @Test
    void shouldNotDrainBeforeAllInputsEnded() throws Exception {
        // given: one source that ends and one that does not
        TestSource<String> ending = TestSource.<String>bounded(100).append("split-0", "a");
        Pipeline pipeline = Pipeline.named("job");
        pipeline.from("ending", ending)
                .union(pipeline.from("endless", source))
                .keyBy(value -> value, Serdes.string())
                .count("counts")
                .to("out", sink);
        List<SourceSplit> splits = List.of(TestSource.splitAt("split-0", 0));
        List<Task> tasks = AttemptTasks.build(
                        PhysicalPlan.of(
                                pipeline,
                                JobOptions.storage("memory:job").parallelism(1).keyGroups(8)),
                        environment(Map.of("ending", splits, "endless", splits)))
                .tasks();
        for (Task task : tasks) {
            task.open();
            task.begin();
        }

        // when
        for (int round = 0; round < 5; round++) {
            for (Task task : tasks) {
                task.step();
            }
        }

        // then
        assertThat(journal).contains("write a=1", "write a=2", "write b=1", "drained ending");
        assertThat(journal).doesNotContain("drained counts->out");
    }

    @Test
    void shouldHandOnFullInputWhenSinkHasRoomAgain() throws Exception {
        // given
        begin();
        sink.room = false;
        sourceTask.step();
        sourceTask.step();

        // when
        Progress progress = countTask.step();
        while (progress == Progress.PROGRESSED) {
            progress = countTask.step();
        }

        // then
        assertThat(progress).isEqualTo(Progress.WAITING_FOR_ROOM);
        assertThat(countTask.prepareToPark()).isTrue();
        sink.room = true;
        sink.context.wakeUp();
        assertThat(countTask.isParked()).isFalse();
        runAll();
        assertThat(journal).contains("write a=1", "write b=1");
    }

    /** The barrier is for all that came before it, also for what a sink could not write yet. */
    @Test
    void shouldNotLetBarrierFromChannelPassRecordThatWaitsInSink() throws Exception {
        // given
        begin();
        sink.ready = false;
        runAll();
        sourceTask.trigger(1, false);
        runAll();
        assertThat(journal).isEmpty();
        assertThat(countTask.prepareToPark()).isTrue();

        // when
        sink.ready = true;
        sink.context.wakeUp();
        runAll();

        // then
        assertThat(journal).containsExactly("write a=1", "write b=1", "prepare 1");
    }

    /** The same where source and sink are one task, whose barrier comes as a letter. */
    @Test
    void shouldNotLetTriggeredBarrierPassRecordThatWaitsInSink() throws Exception {
        // given
        Task whole = chained();
        whole.begin();
        sink.ready = false;
        whole.step();
        whole.trigger(1, false);
        whole.step();
        whole.step();
        assertThat(journal).isEmpty();

        // when
        sink.ready = true;
        whole.step();

        // then
        assertThat(journal).startsWith("write a=1", "prepare 1");
        background.remove().run();
        sink.prepared.complete(null);
        assertThat(snapshot("lines").positions()).containsExactly(TestSource.splitAt("split-0", 1));
    }

    @Test
    void shouldForgetBarrierThatWaitsForSinkWhenItsCheckpointIsGivenUp() throws Exception {
        // given
        Task whole = chained();
        whole.begin();
        sink.ready = false;
        whole.step();
        whole.trigger(1, false);
        whole.step();

        // when
        whole.aborted(1);
        sink.ready = true;
        whole.step();
        whole.trigger(2, false);
        whole.step();

        // then
        assertThat(journal).containsSubsequence("write a=1", "prepare 2").doesNotContain("prepare 1");
    }

    @Test
    void shouldNotParkWhenRoomCameInTheMomentOfParking() throws Exception {
        // given
        begin();
        sink.room = false;
        sourceTask.step();
        sourceTask.step();
        Progress progress = countTask.step();
        while (progress == Progress.PROGRESSED) {
            progress = countTask.step();
        }

        // when
        sink.room = true;

        // then
        assertThat(countTask.prepareToPark()).isFalse();
    }

    @Test
    void shouldHandOnOpenBatchWhenBufferTimeoutPassedWhileBusy() throws Exception {
        // given: a source that always has more
        TestSource<String> busy = TestSource.unbounded(1);
        for (int i = 0; i < 10; i++) {
            busy.append("split-0", "a");
        }
        build(busy);
        begin();
        sourceTask.step();
        sourceTask.step();
        countTask.step();
        countTask.step();
        assertThat(journal).isEmpty();

        // when
        clock.advance(Duration.ofMillis(10));
        sourceTask.step();
        countTask.step();

        // then
        assertThat(journal).startsWith("write a=1", "write a=2");
    }

    @Test
    void shouldRefuseTriggerWhenTaskReadsFromChannels() {
        assertThatThrownBy(() -> countTask.trigger(1, false)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> countTask.resume()).isInstanceOf(IllegalStateException.class);
    }

    /** O02 */
    @Test
    void shouldCloseCapturesAndReaderWhenSinkCannotBeClosed() throws Exception {
        // given
        begin();
        sourceTask.trigger(1, false);
        runAll();
        sink.closeFails = true;

        // when, then
        assertThatThrownBy(countTask::close).hasMessage("cannot close");
        sourceTask.close();
        assertThat(backend.openCaptures()).isZero();
        assertThat(source.closedReaders()).isEqualTo(1);
        storeAndPrepare();
        assertThat(journal).noneMatch(entry -> entry.startsWith("acknowledged") || entry.startsWith("declined"));
    }

    @Test
    void shouldFailWhenSplitsWereNotFound() {
        // given
        PhysicalPlan plan = plan(source);

        // when, then
        assertThatThrownBy(() -> AttemptTasks.build(plan, environment(Map.of())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("source 'lines'");
    }

    private void build(TestSource<String> input) throws Exception {
        List<Task> tasks = AttemptTasks.build(
                        plan(input), environment(Map.of("lines", List.of(TestSource.splitAt("split-0", 0)))))
                .tasks();
        sourceTask = tasks.get(0);
        countTask = tasks.get(1);
        sourceTask.open();
        countTask.open();
    }

    /** A task of a source and the sink behind it. */
    private Task chained() throws Exception {
        Pipeline pipeline = Pipeline.named("job");
        pipeline.from("lines", source).map(line -> new KeyValue<>(line, 1L)).to("out", sink);
        PhysicalPlan plan =
                PhysicalPlan.of(pipeline, JobOptions.storage("memory:job").parallelism(1));
        Task whole = AttemptTasks.build(plan, environment(Map.of("lines", List.of(TestSource.splitAt("split-0", 0)))))
                .tasks()
                .get(0);
        whole.open();
        return whole;
    }

    private PhysicalPlan plan(TestSource<String> input) {
        Pipeline pipeline = Pipeline.named("job");
        pipeline.from("lines", input)
                .keyBy(value -> value, Serdes.string())
                .count("counts")
                .to("out", sink);
        return PhysicalPlan.of(
                pipeline, JobOptions.storage("memory:job").parallelism(1).keyGroups(8));
    }

    private TaskEnvironment environment(Map<String, List<SourceSplit>> splits) {
        return new TaskEnvironment(
                new AttemptContext(
                        "job",
                        new AttemptMetrics(new SimpleMeterRegistry(), "job"),
                        new JobProblems(clock),
                        failures::add),
                clock,
                Duration.ofMillis(10),
                backend,
                new TestLog().openOwned(),
                reports,
                files,
                background::add,
                Map.of(),
                splits,
                uid -> CompletableFuture.completedFuture(null));
    }

    private void begin() {
        sourceTask.begin();
        countTask.begin();
    }

    private void runAll() throws Exception {
        boolean progressed = true;
        while (progressed) {
            progressed = sourceTask.step() == Progress.PROGRESSED;
            progressed |= countTask.step() == Progress.PROGRESSED;
        }
    }

    private void storeAndPrepare() throws Exception {
        while (!background.isEmpty()) {
            background.remove().run();
        }
        sink.prepared.complete(null);
    }

    private OperatorSnapshot snapshot(String uid) {
        return snapshots.stream()
                .flatMap(snapshot -> snapshot.operators().stream())
                .filter(operator -> operator.uid().equals(uid))
                .findFirst()
                .orElseThrow();
    }

    private final class Reports implements TaskReports {

        private boolean storeFails;
        private boolean givenUp;

        @Override
        public void acknowledged(TaskId task, long checkpointId, TaskSnapshot snapshot) {
            journal.add("acknowledged " + task.name() + " " + checkpointId);
            snapshots.add(snapshot);
        }

        @Override
        public void declined(TaskId task, long checkpointId, Throwable reason) {
            journal.add("declined " + task.name() + " " + checkpointId + ": " + reason);
        }

        @Override
        public void drained(TaskId task) {
            journal.add("drained " + task.name());
        }

        @Override
        public SnapshotStore storeOf(long checkpointId) {
            if (givenUp) {
                throw new CancellationException();
            }
            return storeFails ? new FullDisk() : files;
        }
    }

    private static final class FullDisk implements SnapshotStore {

        @Override
        public FileRef writeExclusive(String name, Content content) throws IOException {
            throw new IOException("Disk full");
        }

        @Override
        public FileRef writeShared(String name, Content content) throws IOException {
            throw new IOException("Disk full");
        }
    }

    private final class RecordingSink
            implements SinkConnector<KeyValue<String, Long>>, SinkWriter<KeyValue<String, Long>> {

        private CompletableFuture<Void> prepared = new CompletableFuture<>();
        private SinkContext context;
        private boolean room = true;
        private boolean ready = true;
        private boolean closeFails;

        @Override
        public Optional<CommitLogProvider> commitLog() {
            return Optional.empty();
        }

        @Override
        public void check(String jobName) {}

        @Override
        public SinkWriter<KeyValue<String, Long>> openWriter(SinkContext sinkContext) {
            context = sinkContext;
            return this;
        }

        @Override
        public boolean hasRoom() {
            return room;
        }

        @Override
        public boolean isReadyFor(DataRecord element) {
            return ready;
        }

        @Override
        public void write(DataRecord element) {
            var count = (KeyValue<?, ?>) element.value();
            journal.add("write " + count.key() + "=" + count.value());
        }

        @Override
        public CompletionStage<Void> prepare(long checkpointId) {
            journal.add("prepare " + checkpointId);
            prepared = new CompletableFuture<>();
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
        public void close() throws IOException {
            if (closeFails) {
                throw new IOException("cannot close");
            }
        }
    }
}
