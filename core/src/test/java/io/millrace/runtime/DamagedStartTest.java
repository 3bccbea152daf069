package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.DamagedException;
import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.RestartStrategy;
import io.millrace.serde.Serdes;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.state.HeapStateBackend;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A second process over state that was damaged while the first one runs. */
class DamagedStartTest {

    private static final long MAX_STEPS = 500_000;

    private final TestSource<String> source = TestSource.unbounded(3);
    private final TestLog log = new TestLog();
    private SeededScheduler world;
    private SimulatedDisk disk;
    private SimulatedJob newest;

    @AfterEach
    void endWorld() {
        world.close();
    }

    /** C02: whatever becomes of a state file, a bit flipped, its end lost, or all of it. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldLeaveTheOwnerInPeaceWhenStateIsDamaged(long seed) {
        // given: a job that has committed, and will not again by itself for long
        world = new SeededScheduler(seed);
        disk = new SimulatedDisk(world.random());
        for (int i = 0; i < 20; i++) {
            source.append("words-" + i % 2, "word" + i);
        }
        start(Duration.ofMillis(20)); // its first checkpoints hold all
        world.runUntil(() -> log.visible().size() == 20, MAX_STEPS);
        newest.stop(Duration.ofMinutes(1));
        world.runUntil(newest::hasEnded, MAX_STEPS);
        SimulatedJob owner = start(Duration.ofHours(1));
        world.runUntil(() -> owner.state() == JobState.RUNNING, MAX_STEPS);
        String state = disk.paths().stream()
                .filter(path -> path.contains("/checkpoints/") && path.endsWith(".state"))
                .reduce((older, newer) -> newer)
                .orElseThrow();

        // when
        String damage = disk.damage(state);
        SimulatedJob second = start(Duration.ofHours(1));
        world.runUntil(second::hasEnded, MAX_STEPS);

        // then
        assertThat(second.state()).as(damage).isEqualTo(JobState.FAILED);
        assertThat(second.failure().orElseThrow())
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining(state);
        assertThat(owner.state()).as("%s", owner).isEqualTo(JobState.RUNNING);
        owner.stop(Duration.ofMinutes(1));
        world.runUntil(owner::hasEnded, MAX_STEPS);
        assertThat(owner.state()).as("%s", owner).isEqualTo(JobState.STOPPED);
    }

    private SimulatedJob start(Duration interval) {
        Pipeline pipeline = Pipeline.named("damaged");
        pipeline.from("words", source)
                .keyBy(word -> word, Serdes.string())
                .count("counts")
                .map(count -> count.key() + " " + count.value())
                .to(
                        "out",
                        new TestSink<>(
                                log, 100, work -> newest.process().background().execute(work)));
        JobOptions options = JobOptions.storage("memory:unused")
                .parallelism(2)
                .keyGroups(8)
                .checkpointEvery(interval)
                .restart(RestartStrategy.none());
        var process = world.process(
                "process-" + (newest == null ? "first" : newest.process().name() + "-next"));
        newest = SimulatedJob.start(
                process,
                pipeline,
                options,
                disk.storageOf(process),
                new HeapStateBackend(),
                world.random(),
                new JobListener() {});
        return newest;
    }
}
