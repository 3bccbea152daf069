package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.runtime.CountingJob.Count;
import io.millrace.runtime.MiniCoordinator.Faults;
import io.millrace.serde.Serdes;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSource;
import io.millrace.simulation.TestStateBackend;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.io.IOException;
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

/** Whole pipelines of real tasks, in an order drawn from a seed. */
class PipelineSimulationTest {

    private static final long MAX_STEPS = 300_000;

    private SeededScheduler world;
    private SimulatedAttempt attempt;

    @AfterEach
    void endWorld() {
        world.close();
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachRecordOnceWhenCheckpointsAreGivenUp(long seed) throws IOException {
        // given
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        Executor acknowledgements = work -> attempt.process().background().execute(work);
        CountingJob job = CountingJob.draw(random, log, acknowledgements);
        Faults faults = new Faults(random.nextInt(3) * 2, random.nextInt(4) * 5, 1 + random.nextInt(2));
        TestStateBackend backend = new TestStateBackend(job.options().keyGroups());
        var setup = new SimulatedAttempt.Setup(
                job.pipeline(), job.options(), backend, log, new MemorySnapshots(), new TreeMap<>(), faults);

        // when
        attempt = new SimulatedAttempt(world.process("only"), setup, random);
        world.runUntil(
                () -> attempt.coordinator().isFinished() || !attempt.failures().isEmpty(), MAX_STEPS);
        attempt.cancel();
        world.runUntil(attempt::hasEnded, MAX_STEPS);

        // then
        assertThat(attempt.failures()).isEmpty();
        requireExactlyOnce(job, log);
        requireConsistentSnapshots(job, setup);
        assertThat(backend.openCaptures()).isZero();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldCountEachRecordOnceWhenProcessIsKilled(long seed) throws IOException {
        // given
        world = new SeededScheduler(seed);
        Random random = world.random();
        TestLog log = new TestLog();
        Executor acknowledgements = work -> attempt.process().background().execute(work);
        CountingJob job = CountingJob.draw(random, log, acknowledgements);
        Faults faults = new Faults(random.nextInt(2) * 5, random.nextInt(2) * 20, 1);
        var setup = new SimulatedAttempt.Setup(
                job.pipeline(),
                job.options(),
                new TestStateBackend(job.options().keyGroups()),
                log,
                new MemorySnapshots(),
                new TreeMap<>(),
                faults);

        // when
        for (int kill = 0; kill < 4; kill++) {
            SimulatedProcess process = world.process("process-" + kill);
            attempt = new SimulatedAttempt(process, setup, random);
            long killAt = world.steps() + random.nextInt(2000);
            world.runUntil(
                    () -> world.steps() >= killAt || attempt.coordinator().isFinished(), MAX_STEPS);
            process.kill();
        }
        attempt = new SimulatedAttempt(world.process("last"), setup, random);
        world.runUntil(
                () -> attempt.coordinator().isFinished() || !attempt.failures().isEmpty(), MAX_STEPS);

        // then
        assertThat(attempt.failures()).isEmpty();
        requireExactlyOnce(job, log);
        requireConsistentSnapshots(job, setup);
    }

    /** Each sink shows each count of each key once, in order where the shape keeps it. */
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

    /** State and output at each committed checkpoint are the effect of exactly the records before its positions. */
    private static void requireConsistentSnapshots(CountingJob job, SimulatedAttempt.Setup setup) throws IOException {
        assertThat(setup.log().commits()).isNotEmpty();
        for (TestLog.Commit commit : setup.log().commits()) {
            Map<TaskId, TaskSnapshot> snapshot = setup.snapshots().get(commit.checkpointId());
            Map<String, Long> expected = job.countsAt(positions(snapshot));

            assertThat(counts(snapshot, setup.files()))
                    .as("state in checkpoint %s", commit.checkpointId())
                    .isEqualTo(expected);
            assertThat((long) commit.visibleRecords())
                    .as("output of checkpoint %s", commit.checkpointId())
                    .isEqualTo(job.sinks()
                            * expected.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum());
        }
    }

    private static Map<String, Integer> positions(Map<TaskId, TaskSnapshot> snapshot) {
        Map<String, Integer> positions = new TreeMap<>();
        for (TaskSnapshot task : snapshot.values()) {
            for (OperatorSnapshot operator : task.operators()) {
                for (SourceSplit split : operator.positions()) {
                    positions.put(split.id(), TestSource.nextOf(split));
                }
            }
        }
        return positions;
    }

    private static Map<String, Long> counts(Map<TaskId, TaskSnapshot> snapshot, MemorySnapshots files)
            throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        for (TaskSnapshot task : snapshot.values()) {
            for (OperatorSnapshot operator : task.operators()) {
                if (operator.uid().equals("counts")) {
                    for (StateRef ref : operator.states()) {
                        counts.putAll(TestStateBackend.read(ref, Serdes.string(), Serdes.longs(), files));
                    }
                }
            }
        }
        return counts;
    }
}
