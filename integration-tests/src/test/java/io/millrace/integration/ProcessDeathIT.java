package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.JobState;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are ended from outside: SIGKILL at any moment, SIGTERM, a second start. */
class ProcessDeathIT {

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

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void shouldCountExactlyOnceWhenKilledAtRandomMoments(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (Scenario scenario = Scenario.withOutputs(2, kafka, directory)) {
            // given
            scenario.with(Settings.INTERVAL_MILLIS, 50);
            scenario.feed().start();

            // when
            for (int kill = 0; kill < 5; kill++) {
                WorkerProcess worker = scenario.startWorker();
                if (random.nextInt(5) != 0) { // else while it starts
                    worker.awaitState(JobState.RUNNING);
                }
                assertThat(worker.endsWithin(Duration.ofMillis(random.nextInt(1000))))
                        .as(worker.logTail())
                        .isFalse();
                worker.kill();
                scenario.assertExactSoFar();
            }
            WorkerProcess last = scenario.startWorker();
            scenario.awaitOutput();
            last.terminate();

            // then
            assertThat(last.awaitExit()).as(last.logTail()).isEqualTo(ExitCode.FINE);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldLeaveNothingToRepeatWhenTerminated() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: an interval so long that only the final checkpoint can commit anything
            scenario.with(Settings.INTERVAL_MILLIS, 10_000);
            scenario.feed().write(1000);
            WorkerProcess worker = scenario.startWorker();
            worker.awaitState(JobState.RUNNING);

            // when
            worker.terminate();

            // then
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.FINE);
            assertThat(worker.said(WorkerVoice.STATE)).last().isEqualTo(JobState.STOPPED.name());
            assertThat(worker.said(WorkerVoice.LEFTOVER)).isEmpty();
            scenario.assertExactSoFar();
            assertThat(scenario.files().manifests())
                    .as("C15: the checkpoints stay")
                    .isNotEmpty();

            // and: what comes next goes on from there
            scenario.with(Settings.INTERVAL_MILLIS, 100);
            scenario.feed().write(1000);
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"STATE_BEFORE", "MANIFEST_BEFORE", "COMMIT_BEFORE", "COMMIT_AFTER"})
    void shouldEndInBoundWhenTerminatedDuringCheckpointO01(String point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.valueOf(point), 3));
            worker.awaitReached(Point.valueOf(point));

            // when
            worker.terminate();
            worker.release();

            // then
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.FINE);
            assertThat(worker.said(WorkerVoice.LEFTOVER)).isEmpty();
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWithinItsBoundWhenTerminatedWhileStorageHangsO01() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: a storage that never answers
            scenario.with(Settings.STOP_MILLIS, 3000);
            scenario.feed().write(200);
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.MANIFEST_BEFORE, 2));
            worker.awaitReached(Point.MANIFEST_BEFORE);

            // when
            worker.terminate();

            // then
            assertThat(worker.awaitExit()).as(worker.logTail()).isIn(ExitCode.STOP_TIMED_OUT, ExitCode.FAILED);
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRunOnceWhenStartedTwiceS23G01() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            WorkerProcess first = scenario.startWorker();
            first.awaitCommitted(3);

            // when
            WorkerProcess second = scenario.startWorker();

            // then: the later start owns the job, the earlier one ends and does not come back
            assertThat(first.awaitExit()).as(first.logTail()).isEqualTo(ExitCode.FENCED);
            assertThat(first.said(WorkerVoice.FAILURE)).last().asString().contains("taken over by another process");
            second.awaitMoreCommitted(3);
            scenario.awaitOutput();
            second.terminate();
            assertThat(second.awaitExit()).as(second.logTail()).isEqualTo(ExitCode.FINE);
            // the first may have fenced once more before it saw who had fenced it
            assertThat(second.said(WorkerVoice.RESTART)).hasSizeLessThanOrEqualTo(1);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldLeaveOneOwnerWhenStartedTwiceAtTheSameTimeS23() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();

            // when
            WorkerProcess one = scenario.startWorker();
            WorkerProcess other = scenario.startWorker();

            // then
            await().atMost(Duration.ofSeconds(60)).until(() -> one.hasEnded() || other.hasEnded());
            scenario.awaitOutput();
            one.terminate();
            other.terminate();
            assertThat(new ExitCode[] {one.awaitExit(), other.awaitExit()})
                    .as(one.logTail() + other.logTail())
                    .containsExactlyInAnyOrder(ExitCode.FINE, ExitCode.FENCED);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldTakeOverFromStandbyOnlyWhenOwnerIsGone() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            WorkerProcess owner = scenario.startWorker();
            owner.awaitCommitted(2);
            WorkerProcess standby = scenario.startWorker(Map.of(Settings.STANDBY_MILLIS, "2000"));
            standby.awaitState(JobState.STANDBY);
            owner.awaitMoreCommitted(25); // more than two seconds
            assertThat(standby.said(WorkerVoice.STATE)).last().isEqualTo(JobState.STANDBY.name());

            // when
            owner.kill();

            // then
            standby.awaitState(JobState.RUNNING);
            scenario.awaitOutput();
            standby.terminate();
            assertThat(standby.awaitExit()).as(standby.logTail()).isEqualTo(ExitCode.FINE);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWhenTerminatedInStandby() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(100);
            WorkerProcess owner = scenario.startWorker();
            owner.awaitCommitted(1);
            WorkerProcess standby = scenario.startWorker(Map.of(Settings.STANDBY_MILLIS, "60000"));
            standby.awaitState(JobState.STANDBY);

            // when
            standby.terminate();

            // then
            assertThat(standby.awaitExit()).as(standby.logTail()).isEqualTo(ExitCode.FINE);
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }
}
