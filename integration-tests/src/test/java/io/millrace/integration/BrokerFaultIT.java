package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.testkit.KafkaProcesses;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The broker dies, restarts, or stops answering, at any moment and in the midst of a commit (S02, S24). */
class BrokerFaultIT {

    private static final int NODE = 1;
    /** Longer than all the clients' timeouts below. */
    private static final Duration LONG = Duration.ofSeconds(8);

    private static KafkaProcesses kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = KafkaProcesses.start(1);
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private Scenario impatientScenario() {
        return Scenario.in(kafka, directory)
                .with(WordCount.CLIENT + "request.timeout.ms", 2000)
                .with(WordCount.CLIENT + "default.api.timeout.ms", 4000)
                .with(WordCount.CLIENT + "producer.delivery.timeout.ms", 4000)
                .with(WordCount.CLIENT + "producer.max.block.ms", 4000);
    }

    @Test
    void shouldCountExactlyOnceWhenBrokerRestarts() throws Exception {
        try (Scenario scenario = impatientScenario()) {
            // given
            scenario.feed().start();
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(3);

            // when
            kafka.stop(NODE);
            kafka.restart(NODE);
            log.awaitMoreCommitted(3);
            kafka.kill(NODE);
            kafka.restart(NODE);

            // then
            log.awaitMoreCommitted(3);
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"COMMIT_BEFORE", "ENTRY_WRITTEN"})
    void shouldCommitOnceWhenBrokerFreezesInTheMidstOfCommitS24(Point point) throws Exception {
        try (Scenario scenario = impatientScenario()) {
            // given
            scenario.feed().start();
            StopProbe probe = StopProbe.hold(point, 4);
            Job job = scenario.startJob(probe);
            probe.awaitReached();
            kafka.freeze(NODE);

            // when: the commit goes into a connection that nobody reads
            probe.release();
            await("the job lives on")
                    .during(LONG)
                    .atMost(LONG.plusSeconds(5))
                    .until(() -> !job.state().isTerminal());
            kafka.thaw(NODE);

            // then
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldCommitOnceWhenProcessDiesWhileItsCommitIsUnderWay() throws Exception {
        try (Scenario scenario = impatientScenario()) {
            // given: a commit request that lies in the frozen broker's queue
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.ENTRY_WRITTEN, 4));
            worker.awaitReached(Point.ENTRY_WRITTEN);
            kafka.freeze(NODE);
            worker.release();

            // when: the worker dies, and the broker then finds the request
            assertThat(worker.endsWithin(Duration.ofMillis(300)))
                    .as(worker.logTail())
                    .isFalse();
            worker.kill();
            kafka.thaw(NODE);
            Job successor = scenario.startJob();

            // then
            scenario.awaitOutput();
            successor.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndInBoundWhenTerminatedWhileBrokerIsFrozenS02() throws Exception {
        try (Scenario scenario = impatientScenario()) {
            // given
            scenario.with(Settings.STOP_MILLIS, 3000);
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.ENTRY_WRITTEN, 4));
            worker.awaitReached(Point.ENTRY_WRITTEN);
            kafka.freeze(NODE);
            worker.release();

            // when
            worker.terminate();
            ExitCode exit = worker.awaitExit();
            kafka.thaw(NODE);

            // then
            assertThat(exit).as(worker.logTail()).isEqualTo(ExitCode.STOP_TIMED_OUT);
            assertThat(worker.said(WorkerVoice.LEFTOVER)).isEmpty();
            Job successor = scenario.startJob();
            scenario.awaitOutput();
            successor.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldWaitWhenBrokerIsGoneForLong() throws Exception {
        try (Scenario scenario = impatientScenario()) {
            // given
            scenario.feed().write(500);
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(3);

            // when
            kafka.kill(NODE);
            log.awaitRestarts(2);
            kafka.restart(NODE);

            // then
            log.awaitMoreCommitted(1);
            scenario.feed().write(500);
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }
}
