package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobState;
import io.millrace.runtime.CountingJob.Count;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSource;
import io.millrace.spi.LogEntry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole jobs, from the look before fencing to the end of input, in processes that die, take over and are taken over. */
class JobSimulationTest {

    private static final long MAX_STEPS = 3_000_000;

    private SeededScheduler world;
    private SimulatedJob newest;

    @AfterEach
    void endWorld() {
        world.close();
    }

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachRecordOnceWhenProcessesAreKilled(long seed) {
        // given
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        CountingJob counting = CountingJob.draw(random, log, acknowledgements());
        SimulatedJobs jobs = new SimulatedJobs(world, counting);

        // when
        for (int kill = 0; kill < 4; kill++) {
            newest = jobs.start();
            long killAt = world.steps() + random.nextInt(4000);
            world.runUntil(() -> world.steps() >= killAt || newest.hasEnded(), MAX_STEPS);
            newest.process().kill();
        }
        newest = jobs.start();
        world.runUntil(newest::hasEnded, MAX_STEPS);

        // then
        assertThat(newest.failure()).isEmpty();
        assertThat(newest.state()).isEqualTo(JobState.FINISHED);
        requireExactlyOnce(counting, log);
        requireRisingIds(log);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldLetOneProcessGoOnWhenTheSameJobIsStartedAgainAndAgain(long seed) {
        // given
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        CountingJob counting = CountingJob.draw(random, log, acknowledgements());
        SimulatedJobs jobs = new SimulatedJobs(world, counting);
        List<SimulatedJob> all = new ArrayList<>();

        // when
        for (int i = 0; i < 4; i++) {
            newest = jobs.start();
            all.add(newest);
            long nextAt = world.steps() + random.nextInt(3000);
            world.runUntil(() -> world.steps() >= nextAt || newest.hasEnded(), MAX_STEPS);
        }
        world.runUntil(() -> all.stream().allMatch(SimulatedJob::hasEnded), MAX_STEPS);

        // then: S23, G01
        assertThat(List.of(JobState.FINISHED, JobState.FENCED))
                .as("%s", all)
                .containsAll(all.stream().map(SimulatedJob::state).toList());
        requireExactlyOnce(counting, log);
        requireRisingIds(log);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldGoOnWithoutLossWhenStoppedAndStartedAgain(long seed) {
        // given
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        CountingJob counting = CountingJob.draw(random, log, acknowledgements());
        SimulatedJobs jobs = new SimulatedJobs(world, counting);

        // when
        for (int i = 0; i < 3; i++) {
            newest = jobs.start();
            long stopAt = world.steps() + random.nextInt(3000);
            world.runUntil(() -> world.steps() >= stopAt || newest.hasEnded(), MAX_STEPS);
            newest.stop(Duration.ofHours(1));
            world.runUntil(newest::hasEnded, MAX_STEPS);
            assertThat(newest.state()).as("%s", newest.failure()).isIn(JobState.STOPPED, JobState.FINISHED);
        }
        newest = jobs.start();
        world.runUntil(newest::hasEnded, MAX_STEPS);

        // then
        assertThat(newest.state()).isEqualTo(JobState.FINISHED);
        requireExactlyOnce(counting, log);
        requireRisingIds(log);
    }

    /** R11: each split is read by exactly one reader, whichever attempt finds it, and at any parallelism. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachRecordOnceWhenSplitsAppearWhileProcessesAreKilled(long seed) {
        // given: an input without end, of which all splits but the first cannot be found yet
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        TestSource<CountingJob.Line> source = TestSource.unbounded(1 + random.nextInt(20));
        CountingJob counting = CountingJob.draw(random, log, acknowledgements(), source);
        Deque<String> toAppear = new ArrayDeque<>(source.splits().keySet());
        toAppear.pop();
        toAppear.forEach(source::hide);
        SimulatedJobs jobs = new SimulatedJobs(world, counting);

        // when: they appear one by one, and the process is killed now and then
        newest = jobs.start();
        while (!toAppear.isEmpty()) {
            long nextAt = world.steps() + random.nextInt(2000);
            world.runUntil(() -> world.steps() >= nextAt, MAX_STEPS);
            source.reveal(toAppear.pop());
            if (random.nextBoolean()) {
                long killAt = world.steps() + random.nextInt(2000);
                world.runUntil(() -> world.steps() >= killAt, MAX_STEPS);
                newest.process().kill();
                newest = jobs.start();
            }
        }
        long counts = counting.sinks()
                * counting.finalCounts().values().stream()
                        .mapToLong(count -> count)
                        .sum();
        world.runUntil(() -> log.visible().size() >= counts && newest.state() == JobState.RUNNING, MAX_STEPS);
        newest.stop(Duration.ofHours(1));
        world.runUntil(newest::hasEnded, MAX_STEPS);

        // then
        assertThat(newest.state()).as("%s", newest.failure()).isEqualTo(JobState.STOPPED);
        requireExactlyOnce(counting, log);
        requireRisingIds(log);
    }

    private Executor acknowledgements() {
        return work -> newest.process().background().execute(work);
    }

    private static void requireExactlyOnce(CountingJob job, TestLog log) {
        Map<String, List<Long>> seen = new TreeMap<>();
        for (Object value : log.visible()) {
            Count count = (Count) value;
            seen.computeIfAbsent(count.sink() + " " + count.key(), key -> new ArrayList<>())
                    .add(count.count());
        }
        Map<String, List<Long>> expected = new TreeMap<>();
        job.finalCounts()
                .forEach((key, count) -> IntStream.range(0, job.sinks())
                        .forEach(sink -> expected.put(
                                "out-" + sink + " " + key,
                                LongStream.rangeClosed(1, count).boxed().toList())));
        if (!job.shape().isOrdered()) {
            seen.values().forEach(counts -> counts.sort(null));
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static void requireRisingIds(TestLog log) {
        long lastRun = 0;
        long lastCheckpoint = 0;
        for (LogEntry entry : log.entries()) {
            if (entry instanceof LogEntry.Takeover takeover) {
                assertThat(takeover.run()).isEqualTo(lastRun + 1);
                lastRun = takeover.run();
            } else if (entry instanceof LogEntry.Commit commit) {
                assertThat(commit.run()).isEqualTo(lastRun);
                assertThat(commit.checkpointId()).isGreaterThan(lastCheckpoint);
                lastCheckpoint = commit.checkpointId();
            }
        }
    }
}
