package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job goes on when brokers forgot its transactional id (S11). */
class ForgottenIdIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;
    private static ClusterInspector inspector;

    @TempDir
    private Path directory;

    /** An id that is not used is forgotten after three seconds instead of seven days. */
    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.builder()
                .setting("transactional.id.expiration.ms", "3000")
                .setting("transaction.remove.expired.transaction.cleanup.interval.ms", "100")
                .start();
        inspector = new ClusterInspector(kafka.admin());
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private static void awaitForgotten(Scenario scenario) {
        await().atMost(BOUND).until(() -> !inspector.transactionalIds().contains("millrace-" + scenario.job()));
    }

    /** S11 */
    @Test
    void shouldDeliverARecordAfterIdlingForLongerThanIdsAreKept() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: checkpoints of nothing, for three times as long
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(90);

            // when
            scenario.feed().write(1);
            scenario.awaitOutput();

            // then
            assertThat(log.restarts()).isEmpty();
            job.stop(BOUND);
            scenario.assertExactlyOnce();
        }
    }

    /** S11 */
    @Test
    void shouldGoOnWhenBrokersForgotTheIdWhileTheJobWasDown() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.liveBefore();
            awaitForgotten(scenario);

            // when
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            scenario.feed().write(1);
            scenario.awaitOutput();

            // then
            assertThat(log.restarts()).isEmpty();
            job.stop(BOUND);
            scenario.assertExactlyOnce();
        }
    }

    /** S11 */
    @Test
    void shouldRecoverWhenBrokersForgetTheIdUnderTheRunningJob() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: checkpoints further apart than ids are kept
            scenario.with(Settings.INTERVAL_MILLIS, 4000).with(Settings.TIMEOUT_MILLIS, 2000);
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitState(JobState.RUNNING);
            awaitForgotten(scenario);

            // when
            scenario.feed().write(1);
            scenario.awaitOutput();

            // then: on a new producer, not on the one that failed
            assertThat(log.restarts()).hasSizeBetween(1, 2);
            job.close();
            scenario.assertExactlyOnce();
        }
    }
}
