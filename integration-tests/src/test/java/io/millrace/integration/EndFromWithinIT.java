package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that are ended by their own functions and listeners (O01). */
class EndFromWithinIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @Test
    void shouldEndWhenUserFunctionClosesTheJobO01() throws Exception {
        shouldEndWhenUserFunctionEndsTheJob(Job::close);
    }

    @Test
    void shouldEndWhenUserFunctionStopsTheJobO01() throws Exception {
        shouldEndWhenUserFunctionEndsTheJob(job -> job.stop(BOUND));
    }

    /** Ends a job. */
    @FunctionalInterface
    private interface Ending {
        void of(Job job) throws Exception;
    }

    private void shouldEndWhenUserFunctionEndsTheJob(Ending ending) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            CompletableFuture<Job> self = new CompletableFuture<>();
            scenario.feed().write(100);
            Pipeline pipeline = Echo.pipeline(scenario, line -> {
                ending.of(self.get());
                return line;
            });

            // when
            Job job = scenario.start(pipeline, scenario.options(Probe.NONE));
            self.complete(job);

            // then
            assertThat(job.await(BOUND)).isEqualTo(JobState.STOPPED);
        }
    }

    @Test
    void shouldEndWhenListenerClosesTheJobO01() throws Exception {
        shouldEndWhenListenerEndsTheJob(Job::close);
    }

    @Test
    void shouldEndWhenListenerStopsTheJobO01() throws Exception {
        shouldEndWhenListenerEndsTheJob(job -> job.stop(BOUND));
    }

    private void shouldEndWhenListenerEndsTheJob(Ending ending) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(100);
            Job job = scenario.startJob();

            // when
            job.addListener(new JobListener() {
                @Override
                public void onCheckpoint(Job of, CheckpointReport report) {
                    try {
                        ending.of(of);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            });

            // then
            assertThat(job.await(BOUND)).isEqualTo(JobState.STOPPED);
        }
    }
}
