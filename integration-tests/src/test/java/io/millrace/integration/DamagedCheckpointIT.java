package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.millrace.api.DamagedException;
import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a checkpoint are damaged or missing (C02, G05): noticed before anything is restored or written. */
class DamagedCheckpointIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private static final Map<String, UnaryOperator<byte[]>> DAMAGES = Map.of(
            "one byte cut off", bytes -> Arrays.copyOf(bytes, bytes.length - 1),
            "one bit flipped", DamagedCheckpointIT::flipBit,
            "emptied", bytes -> new byte[0]);

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

    private static byte[] flipBit(byte[] bytes) {
        byte[] damaged = bytes.clone();
        damaged[bytes.length / 2] ^= 1;
        return damaged;
    }

    /** Runs the job until it has a checkpoint whose output is committed, and returns that checkpoint's folder. */
    private static Path committedCheckpoint(Scenario scenario) throws InterruptedException {
        scenario.feed().write(300);
        try (Job job = scenario.startJob()) {
            scenario.awaitOutput();
            job.stop(BOUND);
        }
        return newestCheckpoint(scenario);
    }

    private static Path newestCheckpoint(Scenario scenario) {
        return scenario.files().checkpoints().stream()
                .max(Comparator.comparingLong(DamagedCheckpointIT::number))
                .orElseThrow();
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().split("-")[0]);
    }

    @Test
    void shouldEndNamingTheFileWhenCommittedCheckpointIsDamagedC02() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            Path checkpoint = committedCheckpoint(scenario);
            int visible = scenario.visible();
            scenario.feed().write(300);
            Path state = JobFiles.of(checkpoint).stream()
                    .filter(file -> !file.endsWith("manifest.json"))
                    .findFirst()
                    .orElseThrow();
            byte[] intact = Files.readAllBytes(state);
            JobFiles.damage(state, DamagedCheckpointIT::flipBit);

            // when
            WorkerProcess worker = scenario.startWorker();

            // then: no restart, no fallback, no output
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.DAMAGED);
            assertThat(worker.said(WorkerVoice.RESTART)).isEmpty();
            assertThat(worker.said(WorkerVoice.FAILURE))
                    .last()
                    .asString()
                    .contains(state.getFileName().toString());
            assertThat(scenario.visible()).isEqualTo(visible);

            // and: nothing else was harmed
            Files.write(state, intact);
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldNoticeAnyDamageBeforeStateIsUsedG05() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            Path checkpoint = committedCheckpoint(scenario);
            int visible = scenario.visible();
            scenario.feed().write(300);

            assertSoftly(all -> {
                for (Path file : JobFiles.of(checkpoint)) {
                    DAMAGES.forEach((what, damage) -> {
                        // when
                        Job job = startDamaged(scenario, file, damage);

                        // then
                        all.assertThat(job.state()).as("%s: %s", file, what).isEqualTo(JobState.FAILED);
                        all.assertThat(job.failure().orElseThrow())
                                .as("%s: %s", file, what)
                                .isInstanceOf(DamagedException.class)
                                .hasMessageContaining(file.getFileName().toString());
                    });
                    Job job = startWithout(scenario, file);
                    all.assertThat(job.state()).as("%s: missing", file).isEqualTo(JobState.FAILED);
                    all.assertThat(job.failure().orElseThrow())
                            .as("%s: missing", file)
                            .isInstanceOf(DamagedException.class)
                            .hasMessageContaining(file.getFileName().toString());
                }
                all.assertThat(scenario.visible()).isEqualTo(visible);
            });
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRefuseToBeginAnewWhenJobFileIsDamagedOrMissingG05() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given: the commit log says that the job has a past
            committedCheckpoint(scenario);
            int visible = scenario.visible();
            Path file = scenario.storage().resolve(scenario.job()).resolve("job.json");
            scenario.feed().write(300);

            assertSoftly(all -> {
                DAMAGES.forEach((what, damage) -> {
                    // when
                    Job job = startDamaged(scenario, file, damage);

                    // then
                    all.assertThat(job.state()).as(what).isEqualTo(JobState.FAILED);
                });
                all.assertThat(startWithout(scenario, file).state())
                        .as("missing")
                        .isEqualTo(JobState.FAILED);
                all.assertThat(scenario.visible()).isEqualTo(visible);
            });
            scenario.startJob();
            scenario.awaitOutput();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldRestoreNothingWhenCommitTopicWasDeleted() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            committedCheckpoint(scenario);
            int visible = scenario.visible();
            List<Path> files = scenario.files().all();
            String topic = "millrace-" + scenario.job() + "-commits";
            kafka.admin().deleteTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);

            // when: nobody can tell any more which checkpoint goes with the output
            Job job = startToTheEnd(scenario);

            // then
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow())
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining("its commit log is empty");
            assertThat(scenario.visible()).isEqualTo(visible);
            assertThat(scenario.files().all()).isEqualTo(files);
        }
    }

    @Test
    void shouldGoOnFromTheOneBeforeWhenDamagedCheckpointWasNeverCommittedC02() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            WorkerProcess worker = scenario.startWorker(StopPlan.halt(Point.MANIFEST_AFTER, 4));
            assertThat(worker.awaitExit()).as(worker.logTail()).isEqualTo(ExitCode.HALTED);
            JobFiles.of(newestCheckpoint(scenario)).forEach(file -> JobFiles.damage(file, bytes -> new byte[0]));

            // when
            Job job = scenario.startJob();

            // then
            scenario.awaitOutput();
            job.stop(BOUND);
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldNotDisturbTheOwnerWhenSecondStartCannotWork() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            Job owner = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(owner);
            log.awaitMoreCommitted(2);

            // when: one without its topic, one with another storage
            Path otherStorage = Files.createDirectory(directory.resolve("elsewhere"));
            WorkerProcess withoutTopic = scenario.startWorker(Map.of(WordCount.OUTPUTS, "no-such-topic"));
            WorkerProcess elsewhere = scenario.startWorker(Map.of(Settings.STORAGE, otherStorage.toString()));

            // then
            assertThat(withoutTopic.awaitExit()).as(withoutTopic.logTail()).isEqualTo(ExitCode.REFUSED);
            assertThat(elsewhere.awaitExit()).as(elsewhere.logTail()).isEqualTo(ExitCode.REFUSED);
            log.awaitMoreCommitted(2);
            assertThat(log.restarts()).isEmpty();
            scenario.awaitOutput();
            owner.stop(BOUND);
            scenario.assertExactlyOnce();
        }
    }

    private static Job startDamaged(Scenario scenario, Path file, UnaryOperator<byte[]> damage) {
        byte[] intact = JobFiles.read(file);
        JobFiles.damage(file, damage);
        try {
            return startToTheEnd(scenario);
        } finally {
            JobFiles.damage(file, damaged -> intact);
        }
    }

    private static Job startWithout(Scenario scenario, Path file) {
        byte[] intact = JobFiles.read(file);
        JobFiles.delete(file);
        try {
            return startToTheEnd(scenario);
        } finally {
            JobFiles.write(file, intact);
        }
    }

    private static Job startToTheEnd(Scenario scenario) {
        try {
            Job job = scenario.startJob();
            job.await(BOUND);
            return job;
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the test", e);
        }
    }
}
