package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Job;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Very many checkpoints, with and without output, and jobs that end in the midst of them (S16, S19, S34). */
class ManyCheckpointsIT {

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
    void shouldLeaveOneTransactionalIdAndFewFilesAfterManyCheckpointsS16S19() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.with(Settings.INTERVAL_MILLIS, 2);
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);

            // when: first idle ones, a crash and more idle ones, then some with output
            log.awaitMoreCommitted(300);
            job.close();
            assertThat(scenario.visible()).isZero();
            job = scenario.startJob();
            log = CheckpointLog.of(job);
            log.awaitMoreCommitted(300);
            scenario.feed().start();
            log.awaitMoreCommitted(200);
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));

            // then
            scenario.assertExactlyOnce();
            assertThat(log.restarts()).isEmpty();
            assertThat(new ClusterInspector(kafka.admin()).transactionalIds())
                    .filteredOn(id -> id.contains(scenario.job()))
                    .hasSize(1);
            assertThat(scenario.files().checkpoints()).hasSizeLessThanOrEqualTo(3);
        }
    }

    @Test
    void shouldDecideEitherWayWhenCancelledAsCheckpointCompletesS34() throws Exception {
        SplittableRandom random = new SplittableRandom(34);
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.with(Settings.INTERVAL_MILLIS, 5);
            scenario.feed().start();

            for (int life = 0; life < 15; life++) {
                // when: another thread closes the job while a commit is under way
                StopProbe probe = StopProbe.hold(
                        random.nextBoolean() ? Point.COMMIT_BEFORE : Point.COMMIT_AFTER, 1 + random.nextInt(4));
                Job job = scenario.startJob(probe);
                probe.awaitReached();
                Thread closer = new Thread(job::close, "closer");
                closer.start();
                probe.release();
                closer.join(30_000);

                // then
                assertThat(job.state().isTerminal()).isTrue();
                scenario.assertExactSoFar();
            }
            Job last = scenario.startJob();
            scenario.awaitOutput();
            last.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }
}
