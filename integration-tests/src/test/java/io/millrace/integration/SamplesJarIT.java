package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.testkit.EmbeddedKafka;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples' {@code word-count} as its users start it: from its jar, by its options, watching its exit code. */
class SamplesJarIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    private final List<Process> started = new ArrayList<>();

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.builder().user("alice", "rabbit").start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @AfterEach
    void killAll() {
        started.forEach(Process::destroyForcibly);
    }

    private Process startWordCount(Scenario scenario, String... more) throws IOException {
        return startWordCountAt(kafka.bootstrapServers(), scenario, more);
    }

    private Process startWordCountAt(String servers, Scenario scenario, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                System.getProperty("millrace.samples.jar"),
                "word-count",
                "--end-with-parent"));
        command.addAll(List.of("--bootstrap-servers", servers, "--job", scenario.job()));
        command.addAll(List.of("--input", scenario.input(), "--output", scenario.output(0)));
        command.addAll(List.of("--storage", scenario.storage().toUri().toString(), "--checkpoint-interval", "100ms"));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        started.add(process);
        return process;
    }

    private Path log() {
        return directory.resolve("word-count.log");
    }

    private int exitCode(Process process) throws Exception {
        assertThat(process.waitFor(BOUND.toMillis(), TimeUnit.MILLISECONDS))
                .as(Files.readString(log()))
                .isTrue();
        return process.exitValue();
    }

    private static void awaitVisible(Scenario scenario, int records) {
        await().atMost(BOUND).until(() -> scenario.visible() >= records);
    }

    @Test
    void shouldCountExactlyOnceWhenKilledAndStartedAgainUntilEnd() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            Process killed = startWordCount(scenario);
            awaitVisible(scenario, 1);

            // when
            killed.destroyForcibly().waitFor();
            Process next = startWordCount(scenario);
            scenario.awaitOutput();
            next.toHandle().destroy();

            // then
            assertThat(exitCode(next)).as(Files.readString(log())).isZero();
            assertThat(log()).content().contains("checkpoint ").contains("committed");
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWithZeroAtTheEndOfTheInput() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(500);

            // when
            Process process = startWordCount(scenario, "--until-end");

            // then
            assertThat(exitCode(process)).as(Files.readString(log())).isZero();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWithItsOwnCodeWhenFenced() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().start();
            Process first = startWordCount(scenario);
            awaitVisible(scenario, 1);

            // when
            Process second = startWordCount(scenario);

            // then
            assertThat(exitCode(first)).as(Files.readString(log())).isEqualTo(4);
            assertThat(log()).content().contains("taken over by another process");
            scenario.awaitOutput();
            second.toHandle().destroy();
            assertThat(exitCode(second)).as(Files.readString(log())).isZero();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWithItsOwnCodeWhenCheckpointIsDamaged() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(100);
            assertThat(exitCode(startWordCount(scenario, "--until-end"))).isZero();
            scenario.files().manifests().forEach(file -> JobFiles.damage(file, bytes -> new byte[] {1}));

            // when
            Process next = startWordCount(scenario);

            // then
            assertThat(exitCode(next)).as(Files.readString(log())).isEqualTo(5);
        }
    }

    @Test
    void shouldEndWithItsOwnCodeWhenMisconfigured() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // when
            Process tooLong = startWordCount(scenario, "--checkpoint-timeout", "10h");
            Process wrongLine = startWordCount(scenario, "--no-such-option");

            // then
            assertThat(exitCode(tooLong)).as(Files.readString(log())).isEqualTo(3);
            assertThat(exitCode(wrongLine)).as(Files.readString(log())).isEqualTo(2);
        }
    }

    private String kafkaConfig(String password) throws IOException {
        Properties properties = new Properties();
        properties.putAll(kafka.clientSettings("alice", password));
        Path file = directory.resolve(password + ".properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file.toString();
    }

    @Test
    void shouldCountWithSettingsFromAFileWhenTheBrokerAsksForAPassword() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // given
            scenario.feed().write(500);

            // when
            Process process = startWordCountAt(
                    kafka.secureServers(), scenario, "--kafka-config", kafkaConfig("rabbit"), "--until-end");

            // then
            assertThat(exitCode(process)).as(Files.readString(log())).isZero();
            assertThat(log()).content().doesNotContain("rabbit\"");
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldEndWithOneLineWhenThePasswordIsWrong() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            // when
            Process process = startWordCountAt(kafka.secureServers(), scenario, "--kafka-config", kafkaConfig("hare"));

            // then
            assertThat(exitCode(process)).as(Files.readString(log())).isEqualTo(3);
            assertThat(Files.readAllLines(log()))
                    .filteredOn(line -> line.startsWith("millrace: "))
                    .singleElement()
                    .asString()
                    .contains("Authentication failed")
                    .doesNotContain("hare");
        }
    }
}
