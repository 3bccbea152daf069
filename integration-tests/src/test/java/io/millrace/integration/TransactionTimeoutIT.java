package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker aborts a transaction by its own clock: while the job is down, frozen, or cannot commit (S03, S05). */
class TransactionTimeoutIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;
    private static ClusterInspector inspector;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.builder()
                .setting("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200")
                .start();
        inspector = new ClusterInspector(kafka.admin());
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private Scenario scenario() {
        return Scenario.in(kafka, directory)
                .with(Settings.TIMEOUT_MILLIS, 1500)
                .with(WordCount.CLIENT + "producer.transaction.timeout.ms", 3000);
    }

    /** Waits until the broker has given up what a dead process left. */
    private static void awaitNoOpenTransaction() {
        await().atMost(BOUND).until(() -> inspector.openTransactions().isEmpty());
    }

    @Test
    void shouldLoseNothingWhenDownForLongerThanTransactionTimeoutS03() throws Exception {
        try (Scenario scenario = scenario()) {
            // given: a checkpoint that is durable, but not decided
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.halt(Point.COMMIT_BEFORE, 4));
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.HALTED);
            assertThat(inspector.openTransactions()).hasSize(1);

            // when
            awaitNoOpenTransaction();
            Job successor = scenario.startJob();

            // then
            scenario.awaitOutput();
            successor.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRestoreTheSameCheckpointWhenTransactionsTimeOutAgainAndAgainS05() throws Exception {
        try (Scenario scenario = scenario()) {
            // given
            scenario.feed().write(300);
            scenario.liveBefore();
            scenario.feed().start();

            // when: the same checkpoint is restored, and the process dies before the next one, three times
            for (int life = 0; life < 3; life++) {
                WorkerProcess worker = scenario.startWorker(StopPlan.halt(Point.COMMIT_BEFORE, 1));
                assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.HALTED);
                awaitNoOpenTransaction();
                scenario.assertExactSoFar();
            }
            Job last = scenario.startJob();

            // then
            scenario.awaitOutput();
            last.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRecoverByItselfWhenFrozenForLongerThanTransactionTimeout() throws Exception {
        try (Scenario scenario = scenario()) {
            // given
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.COMMIT_BEFORE, 4));
            worker.awaitReached(Point.COMMIT_BEFORE);
            worker.freeze();

            // when: the broker's abort looks like a fence to the client, but nobody took over
            awaitNoOpenTransaction();
            worker.release();
            worker.thaw();

            // then
            worker.awaitMoreCommitted(3);
            scenario.awaitOutput();
            worker.terminate();
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.FINE);
            assertThat(worker.said(WorkerVoice.RESTART)).isNotEmpty();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRestartNamingTheOptionWhenTransactionGrowsTooOld() throws Exception {
        try (Scenario scenario = scenario()) {
            // given
            AtomicBoolean full = new AtomicBoolean();
            Job job = scenario.startJob((point, path) -> {
                if (point == Point.STATE_BEFORE && full.get()) {
                    throw new IOException("No space left on device");
                }
            });
            CheckpointLog log = CheckpointLog.of(job);
            scenario.feed().start();
            log.awaitMoreCommitted(3);

            // when: no checkpoint succeeds, for longer than a transaction may live
            full.set(true);
            log.awaitRestarts(1);
            full.set(false);

            // then
            assertThat(log.givenUp()).isNotEmpty();
            assertThat(log.restarts().get(0)).hasStackTraceContaining("transaction.timeout.ms");
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }
}
