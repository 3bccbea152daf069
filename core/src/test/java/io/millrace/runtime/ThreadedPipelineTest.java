package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.JobOptions;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.plan.PhysicalPlan;
import io.millrace.serde.Serdes;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestOperator;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.simulation.TestStateBackend;
import io.millrace.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pipeline on real threads that sleep without limit: a wake-up that gets lost leaves it hanging. */
class ThreadedPipelineTest {

    private static final int RECORDS_PER_SPLIT = 50_000;
    private static final int KEYS = 100;

    private final TestLog log = new TestLog();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    @ParameterizedTest(name = "at most {0} records per read")
    @ValueSource(ints = {1, 50, 1_000})
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldCountEachRecordOnceWhenTasksRunOnThreads(int recordsPerRead) throws Exception {
        // given
        TestSource<String> source = source(recordsPerRead);
        PhysicalPlan plan = plan(source);
        ThreadEventLoop loop = new ThreadEventLoop("job", this::fail);
        ExecutorService snapshotThreads = Executors.newFixedThreadPool(2);
        TestLog.Session session = log.openOwned();
        MiniCoordinator coordinator = new MiniCoordinator(
                loop,
                session,
                new MemorySnapshots(),
                new TreeMap<>(),
                new Random(1),
                new MiniCoordinator.Faults(5, 0, 1));
        coordinator.onFinished(() -> finished.complete(null));
        var splits = source.openEnumerator(TestOperator.of("job", "lines")).start();
        TaskEnvironment environment = new TaskEnvironment(
                new AttemptContext(
                        "job",
                        new AttemptMetrics(new SimpleMeterRegistry(), "job"),
                        new JobProblems(Clock.system()),
                        this::fail),
                Clock.system(),
                Duration.ofMillis(10),
                new TestStateBackend(16),
                session,
                coordinator,
                new MemorySnapshots(),
                snapshotThreads,
                Map.of(),
                Map.of("lines", splits),
                uid -> CompletableFuture.completedFuture(null));
        List<Task> tasks = AttemptTasks.build(plan, environment).tasks();
        Listener listener = new Listener(tasks.size());
        ThreadDrivers drivers = new ThreadDrivers("job", Duration.ofDays(1));

        // when
        var driven = tasks.stream().map(task -> drivers.drive(task, listener)).toList();
        listener.opened.await();
        tasks.forEach(Task::begin);
        loop.execute(() -> coordinator.start(tasks));
        finished.get();
        driven.forEach(Drivers.Driver::cancel);
        listener.ended.await();
        snapshotThreads.shutdownNow();
        loop.close(Duration.ofSeconds(5));

        // then
        assertThat(failures).isEmpty();
        assertThat(countsByKey()).isEqualTo(expected(source));
    }

    private Map<String, List<Long>> countsByKey() {
        Map<String, List<Long>> counts = new TreeMap<>();
        for (Object value : log.visible()) {
            KeyValue<?, ?> count = (KeyValue<?, ?>) value;
            counts.computeIfAbsent((String) count.key(), key -> new ArrayList<>())
                    .add((Long) count.value());
        }
        return counts;
    }

    private static Map<String, List<Long>> expected(TestSource<String> source) {
        Map<String, Long> totals = new TreeMap<>();
        source.splits().values().forEach(split -> split.forEach(key -> totals.merge(key, 1L, Long::sum)));
        Map<String, List<Long>> expected = new TreeMap<>();
        totals.forEach((key, total) ->
                expected.put(key, LongStream.rangeClosed(1, total).boxed().toList()));
        return expected;
    }

    private static TestSource<String> source(int recordsPerRead) {
        TestSource<String> source = TestSource.bounded(recordsPerRead);
        Random random = new Random(recordsPerRead);
        for (int split = 0; split < 3; split++) {
            for (int i = 0; i < RECORDS_PER_SPLIT; i++) {
                source.append("split-" + split, "key-" + random.nextInt(KEYS));
            }
        }
        return source;
    }

    private PhysicalPlan plan(TestSource<String> source) {
        Pipeline pipeline = Pipeline.named("job");
        pipeline.from("lines", source)
                .map(key -> key)
                .keyBy(key -> key, Serdes.string())
                .count("counts")
                .to("out", new TestSink<>(log, 1_000, Runnable::run));
        return PhysicalPlan.of(
                pipeline, JobOptions.storage("memory:job").parallelism(2).keyGroups(16));
    }

    private void fail(Throwable failure) {
        failures.add(failure);
        finished.complete(null);
    }

    private final class Listener implements Drivers.DriverListener {

        private final CountDownLatch opened;
        private final CountDownLatch ended;

        Listener(int tasks) {
            opened = new CountDownLatch(tasks);
            ended = new CountDownLatch(tasks);
        }

        @Override
        public void opened(Task task) {
            opened.countDown();
        }

        @Override
        public void failed(Task task, Throwable cause) {
            fail(cause);
        }

        @Override
        public void ended(Task task) {
            ended.countDown();
        }
    }
}
