package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.testkit.EmbeddedKafka;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs over an encrypted broker that asks for a password and gives each user only the rights that it was granted. */
class SecurityIT {

    private static final String USER = "alice";
    private static final String PASSWORD = "rabbit";
    private static final Duration BOUND = Duration.ofSeconds(30);

    /** What docs/guarantees.md says that a job needs. */
    private enum Right {
        READ_INPUT,
        WRITE_OUTPUT,
        MAKE_COMMIT_TOPIC,
        SEE_COMMIT_TOPIC,
        READ_COMMIT_TOPIC,
        WRITE_COMMIT_TOPIC,
        SEE_COMMIT_TOPIC_SETTINGS,
        TRANSACTIONAL_ID,
        GROUP
    }

    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.builder()
                .user(USER, PASSWORD)
                .ssl()
                .accessControl()
                .start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private Scenario scenario(String password) {
        Scenario scenario = Scenario.in(kafka, directory).with(WordCount.BOOTSTRAP, kafka.secureServers());
        kafka.clientSettings(USER, password).forEach((name, value) -> scenario.with(WordCount.CLIENT + name, value));
        return scenario;
    }

    private static String commitTopic(Scenario scenario) {
        return "millrace-" + scenario.job() + "-commits";
    }

    private static AclBinding binding(Scenario scenario, Right right) {
        return switch (right) {
            case READ_INPUT -> topic(scenario.input(), AclOperation.READ);
            case WRITE_OUTPUT -> topic(scenario.output(0), AclOperation.WRITE);
            case MAKE_COMMIT_TOPIC -> topic(commitTopic(scenario), AclOperation.CREATE);
            case SEE_COMMIT_TOPIC -> topic(commitTopic(scenario), AclOperation.DESCRIBE);
            case READ_COMMIT_TOPIC -> topic(commitTopic(scenario), AclOperation.READ);
            case WRITE_COMMIT_TOPIC -> topic(commitTopic(scenario), AclOperation.WRITE);
            case SEE_COMMIT_TOPIC_SETTINGS -> topic(commitTopic(scenario), AclOperation.DESCRIBE_CONFIGS);
            case TRANSACTIONAL_ID ->
                allowed(ResourceType.TRANSACTIONAL_ID, "millrace-" + scenario.job(), AclOperation.WRITE);
            case GROUP -> allowed(ResourceType.GROUP, "millrace-" + scenario.job(), AclOperation.READ);
        };
    }

    private static AclBinding topic(String name, AclOperation operation) {
        return allowed(ResourceType.TOPIC, name, operation);
    }

    private static AclBinding allowed(ResourceType type, String name, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
    }

    /** Grants rights, and returns when the broker goes by them. */
    private static void grant(Scenario scenario, Set<Right> rights) throws Exception {
        List<AclBinding> bindings =
                rights.stream().map(right -> binding(scenario, right)).toList();
        kafka.admin().createAcls(bindings).all().get(30, TimeUnit.SECONDS);
        await().atMost(BOUND)
                .until(() ->
                        kafka.admin().describeAcls(AclBindingFilter.ANY).values().get(30, TimeUnit.SECONDS).stream()
                                .toList()
                                .containsAll(bindings));
    }

    private static Set<Right> allBut(Right... missing) {
        List<Right> rights = new ArrayList<>(List.of(Right.values()));
        rights.removeAll(List.of(missing));
        return Set.copyOf(rights);
    }

    private static Throwable failureOf(Job job) throws InterruptedException {
        assertThat(job.await(BOUND)).isEqualTo(JobState.FAILED);
        return job.failure().orElseThrow();
    }

    @Test
    void shouldCountExactlyOnceWithTheDocumentedRightsAlone() throws Exception {
        try (Scenario scenario = scenario(PASSWORD)) {
            // given
            grant(scenario, allBut());
            scenario.feed().start();
            try (Job before = scenario.startJob()) {
                CheckpointLog.of(before).awaitMoreCommitted(3);
            }

            // when
            Job job = scenario.startJob();
            scenario.awaitOutput();
            job.stop(BOUND);

            // then
            scenario.assertExactlyOnce();
            assertThat(kafka.admin()
                            .listConsumerGroupOffsets("millrace-" + scenario.job())
                            .partitionsToOffsetAndMetadata()
                            .get(30, TimeUnit.SECONDS))
                    .as("positions published for lag tools")
                    .isNotEmpty();
        }
    }

    @Test
    void shouldRefuseTheStartWithTheReasonWhenPasswordIsWrong() throws Exception {
        try (Scenario scenario = scenario("hare")) {
            // when
            Job job = scenario.startJob();

            // then
            assertThat(failureOf(job))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("Authentication failed: Invalid username or password")
                    .hasMessageContaining(kafka.secureServers());
            assertThat(CheckpointLog.of(job).restarts()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "READ_INPUT, --operation Read --topic wc-",
        "WRITE_OUTPUT, --operation Write --topic wc-",
        "TRANSACTIONAL_ID, --operation Write --operation Describe --transactional-id millrace-",
        "MAKE_COMMIT_TOPIC, kafka-topics.sh --bootstrap-server"
    })
    void shouldRefuseTheStartWithTheCommandThatGivesTheRightWhenItIsMissing(Right missing, String command)
            throws Exception {
        try (Scenario scenario = scenario(PASSWORD)) {
            // given
            grant(scenario, allBut(missing));

            // when
            Job job = scenario.startJob();

            // then
            assertThat(failureOf(job)).isInstanceOf(StartRefusedException.class).hasMessageContaining(command);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"READ_COMMIT_TOPIC, Read", "WRITE_COMMIT_TOPIC, Write"})
    void shouldRefuseTheStartBeforeItTakesOverWhenCommitTopicMayNotBeUsed(Right missing, String operation)
            throws Exception {
        try (Scenario scenario = scenario(PASSWORD)) {
            // given
            grant(scenario, allBut(missing));

            // when
            Job job = scenario.startJob();

            // then
            assertThat(failureOf(job))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("--operation " + operation + " --topic " + commitTopic(scenario));
            assertThat(kafka.admin().listTransactions().all().get(30, TimeUnit.SECONDS))
                    .noneMatch(transaction -> transaction.transactionalId().endsWith(scenario.job()));
        }
    }

    @Test
    void shouldTellEverythingThatSomebodyElseHasToDoWhenCommitTopicMayNotBeSeen() throws Exception {
        try (Scenario scenario = scenario(PASSWORD)) {
            // given
            grant(
                    scenario,
                    allBut(
                            Right.MAKE_COMMIT_TOPIC,
                            Right.SEE_COMMIT_TOPIC,
                            Right.READ_COMMIT_TOPIC,
                            Right.WRITE_COMMIT_TOPIC,
                            Right.SEE_COMMIT_TOPIC_SETTINGS));

            // when
            Job job = scenario.startJob();

            // then
            assertThat(failureOf(job))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("--operation Describe --operation Read --operation Write"
                            + " --operation DescribeConfigs --topic " + commitTopic(scenario))
                    .hasMessageContaining("--create --topic " + commitTopic(scenario));
        }
    }

    @Test
    void shouldRunWhenSomebodyElseMadeTheCommitTopicByTheCommand() throws Exception {
        try (Scenario scenario = scenario(PASSWORD)) {
            // given
            grant(scenario, allBut(Right.MAKE_COMMIT_TOPIC, Right.SEE_COMMIT_TOPIC_SETTINGS));
            Map<String, String> settings = Map.of("cleanup.policy", "compact");
            kafka.admin()
                    .createTopics(List.of(
                            new NewTopic(commitTopic(scenario), Optional.of(1), Optional.empty()).configs(settings)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            scenario.feed().write(100);

            // when
            Job job = scenario.startJob();
            scenario.awaitOutput();
            job.stop(BOUND);

            // then
            assertThat(job.state()).isEqualTo(JobState.STOPPED);
            scenario.assertExactlyOnce();
        }
    }
}
