package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobState;
import io.millrace.runtime.CountingJob.Count;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.spi.LogEntry;
import java.time.Duration;
import java.util.ArrayList;
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
