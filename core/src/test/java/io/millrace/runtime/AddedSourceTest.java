package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.RestartStrategy;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.serde.Serdes;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.LogEntry;
import io.millrace.state.HeapStateBackend;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pipeline that gets a source more, over the checkpoints of the one before, in processes that die. */
class AddedSourceTest {

    private static final long MAX_STEPS = 500_000;

    private final TestSource<String> first = TestSource.unbounded(3);
    private final TestSource<String> added = TestSource.<String>unbounded(3).fromLatest();
    private final TestLog log = new TestLog();
    private final CheckpointStorage files =
            CheckpointStorages.open(URI.create("memory:added-source-" + UUID.randomUUID()));
    private SeededScheduler world;
    private SimulatedJob newest;
    private int started;

    @AfterEach
    void endWorld() {
        world.close();
    }

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    /** R03 */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldDecideOnceWhereAnAddedSourceStartsWhenProcessesAreKilled(long seed) {
        // given: a job with state, and a second source that is not part of it yet
        world = new SeededScheduler(seed);
        Random random = world.random();
        for (int i = 0; i < 20; i++) {
            first.append("first-" + i % 2, "old");
        }
        added.append("added-0", "before").append("added-1", "before");
        Duration interval = Duration.ofMillis(20);
        newest = start(false, interval);
        world.runUntil(() -> log.visible().size() == 20, MAX_STEPS);
        newest.process().kill();

        // when: none of these attempts has the time for a checkpoint
        List<Object> expected = new ArrayList<>(log.visible());
        for (int kill = 0; kill < 4; kill++) {
            long commits = commits();
            newest = start(true, Duration.ofHours(1));
            world.runUntil(() -> newest.state() == JobState.RUNNING, MAX_STEPS);
            added.append("added-" + kill % 2, "new-" + kill);
            expected.add("new-" + kill + " 1");
            long killAt = world.steps() + random.nextInt(300);
            world.runUntil(() -> world.steps() >= killAt, MAX_STEPS);
            newest.process().kill();
            assertThat(commits() - commits).isEqualTo(kill == 0 ? 1 : 0);
        }
        newest = start(true, interval);
        first.append("first-0", "old");
        expected.add("old 21");
        world.runUntil(() -> log.visible().size() >= expected.size(), MAX_STEPS);
        newest.stop(Duration.ofMinutes(1));
        world.runUntil(newest::hasEnded, MAX_STEPS);

        // then
        assertThat(newest.state()).as("%s", newest).isEqualTo(JobState.STOPPED);
        assertThat(log.visible()).containsExactlyInAnyOrderElementsOf(expected);
    }

    private long commits() {
        return log.entries().stream().filter(LogEntry.Commit.class::isInstance).count();
    }

    private SimulatedJob start(boolean more, Duration interval) {
        Pipeline pipeline = Pipeline.named("growing");
        var words = pipeline.from("first", first);
        if (more) {
            words = words.union(pipeline.from("added", added));
        }
        words.keyBy(word -> word, Serdes.string())
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
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(50)));
        return SimulatedJob.start(
                world.process("process-" + started++),
                pipeline,
                options,
                files,
                new HeapStateBackend(),
                world.random(),
                new JobListener() {});
    }
}
