package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Job;
import io.millrace.integration.Moment.Life;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process dies at each named point, and another goes on (S01); in recovery, the checkpoint is restored once more (S05). */
class CrashPointIT {

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
    void shouldCountExactlyOnceWhenProcessDiesAt(Moment moment) throws Exception {
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

            // when
            WorkerProcess worker = scenario.startWorker(moment.halt());
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.HALTED);
            scenario.assertExactSoFar();
            Job successor = scenario.startJob();

            // then
            scenario.awaitOutput();
            successor.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }
}
