package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Job;
import io.millrace.api.JobFailedException;
import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the one transactional id of a job that is taken over, or whose commit topic is named otherwise (S07). */
class TransactionalIdIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;
    private static ClusterInspector inspector;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.start();
        inspector = new ClusterInspector(kafka.admin());
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    /** S07 */
    @Test
    void shouldLeaveNoTransactionOpenWhenRestartedWithLessParallelism() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: a transaction of four writers that brokers would keep for many minutes
            scenario.with(WordCount.CLIENT + "producer.transaction.timeout.ms", 800_000);
            scenario.with(Settings.PARALLELISM, 4);
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.hold(Point.COMMIT_BEFORE, 4));
            worker.awaitReached(Point.COMMIT_BEFORE);
            assertThat(inspector.openTransactions()).containsExactly("millrace-" + scenario.job());
            worker.kill();

            // when
            scenario.with(Settings.PARALLELISM, 1);
            Job job = scenario.startJob();

            // then: the observer gets on at once
            scenario.awaitOutput();
            job.stop(BOUND);
            assertThat(inspector.openTransactions()).isEmpty();
            assertThat(inspector.transactionalIds())
                    .filteredOn(id -> id.contains(scenario.job()))
                    .hasSizeLessThanOrEqualTo(1);
            scenario.assertExactlyOnce();
        }
    }

    /** S07: the id goes by the commit topic, and a job cannot be given another one. */
    @Test
    void shouldNotBeginAnewWhenCommitTopicIsNamedOtherwise() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            Job running = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(running);
            log.awaitMoreCommitted(3);

            // when
            scenario.with(WordCount.COMMIT_TOPIC, scenario.job() + ".decisions");
            Throwable refusal = failureOf(scenario.startJob());

            // then
            assertThat(refusal)
                    .hasMessageContaining("its commit log is empty")
                    .hasMessageContaining(scenario.job() + ".decisions")
                    .hasMessageContaining("named otherwise");
            log.awaitMoreCommitted(3);
            assertThat(log.restarts()).as("the job that runs is not disturbed").isEmpty();
            scenario.awaitOutput();
            running.stop(BOUND);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldKeepItsCommitsInTheTopicThatItWasGiven() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            String topic = scenario.job() + ".decisions";
            scenario.with(WordCount.COMMIT_TOPIC, topic);
            scenario.liveBefore();

            // when
            Job job = scenario.startJob();
            scenario.awaitOutput();
            job.stop(BOUND);

            // then
            scenario.assertExactlyOnce();
            assertThat(kafka.admin().listTopics().names().get())
                    .contains(topic)
                    .doesNotContain("millrace-" + scenario.job() + "-commits");
        }
    }

    @Test
    void shouldRefuseASecondJobWithTheSameCommitTopicWithoutDisturbingTheFirst() throws Exception {
        try (Scenario first = Scenario.in(kafka, directory.resolve("first"));
                Scenario second = Scenario.in(kafka, directory.resolve("second"))) {
            // given
            String topic = first.job() + ".decisions";
            first.with(WordCount.COMMIT_TOPIC, topic).feed().start();
            Job job = first.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(3);

            // when
            second.with(WordCount.COMMIT_TOPIC, topic);
            Throwable refusal = failureOf(second.startJob());

            // then
            assertThat(refusal)
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("commit topic '" + topic + "'")
                    .hasMessageContaining("give each job its own");
            log.awaitMoreCommitted(3);
            assertThat(log.restarts()).isEmpty();
            first.awaitOutput();
            job.stop(BOUND);
            first.assertExactlyOnce();
        }
    }

    private static Throwable failureOf(Job job) throws InterruptedException {
        try {
            job.await(BOUND);
        } catch (JobFailedException e) {
            throw new AssertionError("await with a bound throws nothing", e);
        }
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        return job.failure().orElseThrow();
    }
}
