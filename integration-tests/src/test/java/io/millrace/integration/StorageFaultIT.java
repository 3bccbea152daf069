package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.testkit.EmbeddedKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checkpoint storage fails: once, in the midst of a file, for a while, or without telling what it did. */
class StorageFaultIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

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

    /** Fails at one point, each time that it is armed. */
    private static final class FaultProbe implements Probe {

        private final Point point;
        private final AtomicBoolean armed = new AtomicBoolean();

        FaultProbe(Point point) {
            this.point = point;
        }

        void arm() {
            armed.set(true);
        }

        @Override
        public void reached(Point at, String path) throws IOException {
            if (at == point && armed.getAndSet(false)) {
                throw new IOException("No space left on device");
            }
        }

        void awaitFault() {
            await().atMost(BOUND).until(() -> !armed.get());
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"STATE_WRITE", "STATE_BEFORE"})
    void shouldCommitAllWithTheNextCheckpointWhenStateWriteFailsOnceS14C08G06(Point point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            FaultProbe disk = new FaultProbe(point);
            scenario.feed().start();
            Job job = scenario.startJob(disk);
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(2);

            // when
            disk.arm();
            log.awaitGivenUp(1);
            log.awaitMoreCommitted(3);

            // then
            assertThat(log.givenUp()).hasSize(1);
            assertThat(log.restarts()).isEmpty();
            assertThat(log.committed())
                    .extracting(CheckpointReport::checkpointId)
                    .isSorted()
                    .doesNotHaveDuplicates();
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
            assertThat(checkpointsOf(scenario))
                    .as("nothing of the failed checkpoint is left")
                    .noneMatch(name -> name.startsWith(log.givenUp().get(0).checkpointId() + "-"))
                    .hasSizeLessThanOrEqualTo(2);
        }
    }

    private static List<String> checkpointsOf(Scenario scenario) {
        return scenario.files().checkpoints().stream()
                .map(folder -> folder.getFileName().toString())
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"STATE_AFTER", "MANIFEST_WRITE", "MANIFEST_BEFORE", "MANIFEST_AFTER"})
    void shouldNotGuessWhenStorageFailsInTheMidstOfAnythingC04G06(Point point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            FaultProbe storage = new FaultProbe(point);
            scenario.feed().start();
            Job job = scenario.startJob(storage);
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(2);

            // when: the file may or may not be there, for all that the caller learns
            storage.arm();
            storage.awaitFault();
            log.awaitMoreCommitted(3);

            // then
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"JOB_FILE_WRITE", "JOB_FILE_BEFORE", "JOB_FILE_AFTER", "MANIFEST_BEFORE", "MANIFEST_AFTER"})
    void shouldStartOnceWhenStorageFailsOnFirstStartC04(Point point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            FaultProbe storage = new FaultProbe(point);
            storage.arm();
            scenario.feed().write(200);

            // when
            Job job = scenario.startJob(storage);
            storage.awaitFault();
            if (job.await(Duration.ofSeconds(2)).isTerminal()) { // it may also leave the second try to the user
                job = scenario.startJob(storage);
            }

            // then
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"DELETE_BEFORE", "DELETE_AFTER"})
    void shouldRunOnWhenDeletionFails(Point point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            FaultProbe storage = new FaultProbe(point);
            scenario.feed().start();
            Job job = scenario.startJob(storage);
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(2);

            // when
            storage.arm();
            storage.awaitFault();
            log.awaitMoreCommitted(3);

            // then
            assertThat(log.restarts()).isEmpty();
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"LIST", "JOB_FILE_READ", "MANIFEST_READ", "STATE_READ"})
    void shouldDeleteNothingWhenStorageIsUnavailableAtStartC06(Point point) throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            AtomicBoolean gone = new AtomicBoolean(true);
            Probe storage = (at, path) -> {
                if (at == point && gone.get()) {
                    throw new IOException("Stale file handle");
                }
            };
            scenario.liveBefore();
            List<Path> before = scenario.files().all();
            int visible = scenario.visible();

            // when
            Job job = scenario.startJob(storage);
            CheckpointLog log = CheckpointLog.of(job);
            await().atMost(BOUND)
                    .until(() -> job.state().isTerminal() || !log.restarts().isEmpty());

            // then
            assertThat(scenario.files().all()).containsAll(before);
            assertThat(scenario.visible()).isEqualTo(visible);

            // and: back again, the job goes on by itself or by a new start
            gone.set(false);
            if (job.await(Duration.ofSeconds(2)).isTerminal()) {
                scenario.startJob();
            }
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldKeepCheckpointsHoweverTheJobEndsC15() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(200);

            // when: it is stopped, then closed
            Job stopped = scenario.startJob();
            CheckpointLog.of(stopped).awaitMoreCommitted(1);
            stopped.stop(Duration.ofSeconds(30));

            // then
            assertThat(scenario.files().manifests()).isNotEmpty();
            Job closed = scenario.startJob();
            CheckpointLog.of(closed).awaitMoreCommitted(1);
            closed.close();
            assertThat(closed.state()).isEqualTo(JobState.STOPPED);
            assertThat(scenario.files().manifests()).isNotEmpty();
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }
}
