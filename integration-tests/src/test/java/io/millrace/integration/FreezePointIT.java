package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.integration.Moment.Life;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process is frozen at each named point, its successor takes over, and it wakes up again (S23, G01). */
class FreezePointIT {

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

    @ParameterizedTest(name = "{0}")
    @MethodSource("io.millrace.integration.Moment#all")
    void shouldLeaveOneOwnerWhenProcessIsFrozenAndThawedAt(Moment moment) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            if (moment.life() == Life.RECOVERY) {
                scenario.liveBefore();
            }
            if (moment.life() == Life.END) {
                scenario.feed().write(500);
                scenario.with(WordCount.UNTIL_END, true);
            } else {
                scenario.feed().start();
            }
            WorkerProcess frozen = scenario.startWorker(moment.hold());
            frozen.awaitReached(moment.point());
            frozen.freeze();
            Job successor = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(successor);
            if (moment.life() == Life.END) {
                successor.await(BOUND);
            } else {
                log.awaitMoreCommitted(2);
            }

            // when
            frozen.release();
            frozen.thaw();

            // then
            if (moment.life() == Life.END) {
                // whoever has committed all there is need not learn that it was fenced
                assertThat(frozen.awaitExit()).as(frozen.logTail()).isIn(ExitCode.FINE, ExitCode.FENCED);
                assertThat(successor.state()).isEqualTo(JobState.FINISHED);
            } else if (moment.isBeforeFencing()) {
                await().atMost(BOUND)
                        .until(() -> frozen.hasEnded() || successor.state().isTerminal());
                scenario.awaitOutput();
                endTheOne(frozen, successor);
            } else {
                assertThat(frozen.awaitExit()).as(frozen.logTail()).isEqualTo(ExitCode.FENCED);
                scenario.awaitOutput();
                successor.stop(BOUND);
                assertThat(log.restarts()).isEmpty();
            }
            scenario.assertExactlyOnce();
        }
    }

    /** The thawed one has still to fence, so it takes over as any second start does; whoever is first to append, one is left. */
    private static void endTheOne(WorkerProcess thawed, Job successor) throws InterruptedException {
        if (successor.state() == JobState.FENCED) {
            thawed.terminate();
            assertThat(thawed.awaitExit()).as(thawed.logTail()).isEqualTo(ExitCode.FINE);
        } else {
            assertThat(thawed.awaitExit()).as(thawed.logTail()).isEqualTo(ExitCode.FENCED);
            successor.stop(BOUND);
        }
    }
}
