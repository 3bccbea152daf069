package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.api.StartRefusedException;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestSink;
import io.millrace.simulation.TestSource;
import io.millrace.state.HeapStateBackend;
import java.net.URI;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommitLogsTest {

    private final SeededScheduler world = new SeededScheduler(1);

    @AfterEach
    void endWorld() {
        world.close();
    }

    @Test
    void shouldRefuseSinksThatNameDifferentLogsOnOneCluster() {
        // given
        TestLog first = new TestLog("first");
        TestLog second = new TestLog("second");
        Pipeline pipeline = Pipeline.named("two-logs");
        var words = pipeline.from("words", TestSource.<String>bounded(1).append("words-0", "a"));
        words.to("out-1", new TestSink<>(first, 10, Runnable::run));
        words.to("out-2", new TestSink<>(second, 10, Runnable::run));

        // when
        SimulatedJob job = SimulatedJob.start(
                world.process("only"),
                pipeline,
                JobOptions.storage("memory:unused"),
                CheckpointStorages.open(URI.create("memory:two-logs-" + UUID.randomUUID())),
                new HeapStateBackend(),
                world.random(),
                new JobListener() {});
        world.runUntil(job::hasEnded, 100_000);

        // then
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.failure())
                .hasValueSatisfying(failure -> assertThat(failure)
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining("[first, second]"));
        assertThat(first.entries()).isEmpty();
        assertThat(second.entries()).isEmpty();
    }
}
