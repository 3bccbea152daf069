package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.api.StartRefusedException;
import io.millrace.kafka.Kafka;
import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TransactionWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The commit log over a real broker: who owns the job, what is committed, and what a start refuses. */
class CommitLogIT {

    private static EmbeddedKafka broker;
    private static ClusterInspector inspector;
    private static Kafka kafka;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start();
        inspector = new ClusterInspector(broker.admin());
        kafka = Kafka.at(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static String topic(TestInfo test) {
        String name = test.getTestMethod().orElseThrow().getName();
        broker.createTopic(name, 2);
        return name;
    }

    private static List<String> visible(String topic) {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            return observer.readToEnd().stream().map(ConsumerRecord::value).toList();
        }
    }

    @Test
    void shouldBeEmptyWhenJobNeverRan() {
        try (CommitLog log = Connectors.commitLog(kafka, "never-ran")) {
            assertThat(log.look()).isEqualTo(LogContents.EMPTY);
            assertThat(log.fence()).isEqualTo(LogContents.EMPTY);
        }
    }

    @Test
    void shouldMakeCompactedTopicOfOnePartitionWhenMissing() throws Exception {
        Connectors.commitLog(kafka, "fresh").close();

        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "millrace-fresh-commits");
        Config config =
                broker.admin().describeConfigs(List.of(topic)).all().get().get(topic);
        assertThat(config.get("cleanup.policy").value()).isEqualTo("compact");
        assertThat(broker.admin()
                        .describeTopics(List.of(topic.name()))
                        .allTopicNames()
                        .get()
                        .get(topic.name())
                        .partitions())
                .hasSize(1);
    }

    @Test
    void shouldFindLastTakeoverAndLastCommitWhenTakenOver(TestInfo test) throws Exception {
        String topic = topic(test);
        LogEntry.Takeover first;
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            first = attempt.takeover();
            attempt.write("a");
            attempt.checkpoint(1);
            attempt.write("b");
            attempt.checkpoint(2);
        }

        try (CommitLog looking = Connectors.commitLog(kafka, topic);
                SinkAttempt second = SinkAttempt.takeOver(kafka, topic, topic)) {
            assertThat(second.found().lastTakeover()).contains(first);
            assertThat(second.found().lastCommit().map(LogEntry.Commit::checkpointId))
                    .contains(2L);
            assertThat(looking.look().lastTakeover()).contains(second.takeover());
            assertThat(looking.look().lastCommit()).isEqualTo(second.found().lastCommit());
        }
        assertThat(visible(topic)).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void shouldNotHurtOwnerWhenSomebodyLooks(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt owner = SinkAttempt.takeOver(kafka, topic, topic)) {
            owner.write("a");
            try (CommitLog looking = Connectors.commitLog(kafka, topic)) {
                assertThat(looking.look().lastTakeover()).contains(owner.takeover());
            }
            owner.checkpoint(1);
        }
        assertThat(visible(topic)).containsExactly("a");
    }

    @Test
    void shouldSeeSuccessorWhenLookingBetweenItsFenceAndItsTakeover(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt owner = SinkAttempt.takeOver(kafka, topic, topic);
                CommitLog successor = Connectors.commitLog(kafka, topic);
                CommitLog looking = Connectors.commitLog(kafka, topic)) {
            // given
            successor.fence();
            LogEntry.Takeover entry = new LogEntry.Takeover(
                    owner.takeover().jobId(), owner.takeover().storageId(), 2, UUID.randomUUID());

            // when
            CompletableFuture<LogContents> look = CompletableFuture.supplyAsync(looking::look);
            await().during(Duration.ofMillis(500)).until(() -> !look.isDone());
            successor.takeOver(entry);

            // then
            assertThat(look.get(30, TimeUnit.SECONDS).lastTakeover()).contains(entry);
        }
    }

    @Test
    void shouldLookWithinBoundWhenSomebodyDiedBetweenItsFenceAndItsTakeover(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt owner = SinkAttempt.takeOver(kafka, topic, topic);
                CommitLog looking = Connectors.commitLog(kafka, topic)) {
            // given
            try (CommitLog dead = Connectors.commitLog(kafka, topic)) {
                dead.fence();
            }

            // when, then
            assertThat(looking.look().lastTakeover()).contains(owner.takeover());
        }
    }

    @Test
    void shouldMakeNothingOfFencedOwnerVisibleWhenItCommits(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt first = SinkAttempt.takeOver(kafka, topic, topic)) {
            first.write("committed");
            first.checkpoint(1);
            first.write("lost");
            first.prepare(2).get(30, TimeUnit.SECONDS);

            try (SinkAttempt second = SinkAttempt.takeOver(kafka, topic, topic)) {
                assertThatThrownBy(() -> first.log().commit(first.entry(2)))
                        .hasMessageContaining("The next attempt looks into the commit log");
                second.write("written by the successor");
                second.checkpoint(2);
                second.log().awaitVisible();
                assertThat(second.found().lastCommit().map(LogEntry.Commit::checkpointId))
                        .contains(1L);
                assertThat(visible(topic)).containsExactlyInAnyOrder("committed", "written by the successor");
            }
        }
    }

    /** S16, S19: an idle job commits entries and nothing else, under one transactional id. */
    @Test
    void shouldCommitEntriesAloneWhenThereIsNoOutput(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            for (int checkpoint = 1; checkpoint <= 100; checkpoint++) {
                attempt.checkpoint(checkpoint);
            }
        }
        try (SinkAttempt next = SinkAttempt.takeOver(kafka, topic, topic)) {
            assertThat(next.found().lastCommit().map(LogEntry.Commit::checkpointId))
                    .contains(100L);
        }
        assertThat(visible(topic)).isEmpty();
        assertThat(inspector.transactionalIds())
                .filteredOn(id -> id.contains(topic))
                .hasSize(1);
    }

    /** S01: whoever ends after the commit, gracefully or not, takes nothing back. */
    @Test
    void shouldKeepOutputWhenClosedRightAfterCommit(TestInfo test) throws Exception {
        String topic = topic(test);
        for (int run = 1; run <= 20; run++) {
            try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
                attempt.write("run " + run);
                attempt.prepare(run).get(30, TimeUnit.SECONDS);
                attempt.log().commit(attempt.entry(run));
            }
        }
        try (SinkAttempt last = SinkAttempt.takeOver(kafka, topic, topic)) {
            assertThat(last.found().lastCommit().map(LogEntry.Commit::checkpointId))
                    .contains(20L);
        }
        assertThat(visible(topic)).hasSize(20);
    }

    /** S07: what was not committed is settled by the end of the attempt and keeps no reader waiting. */
    @Test
    void shouldAbortAtOnceWhenClosedBeforeCommit(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("a");
            attempt.prepare(1).get(30, TimeUnit.SECONDS);
        }
        assertThat(inspector.openTransactions())
                .filteredOn(id -> id.contains(topic))
                .isEmpty();
        assertThat(inspector.lastStableOffsets(topic)).isEqualTo(inspector.highWatermarks(topic));
        assertThat(visible(topic)).isEmpty();
    }

    /** S13: after the wait no partition is left that has not heard of the commit. */
    @Test
    void shouldBeVisibleWhenWaitedFor(TestInfo test) throws Exception {
        String topic = test.getTestMethod().orElseThrow().getName();
        broker.createTopic(topic, 30);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic);
                Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            for (int checkpoint = 1; checkpoint <= 50; checkpoint++) {
                for (int key = 0; key < 60; key++) {
                    attempt.writeKeyed("key " + key, "value");
                }
                attempt.checkpoint(checkpoint);
                attempt.log().awaitVisible();

                assertThat(inspector.openTransactions()).doesNotContain("millrace-" + topic);
                assertThat(observer.readToEnd()).hasSize(checkpoint * 60);
            }
        }
    }

    /** What is in the log is known for certain or not at all. */
    @Test
    void shouldFailWhenLogHoldsUndecidedRecords() throws Exception {
        Kafka impatient = kafka.setting("admin.default.api.timeout.ms", 2000);
        Connectors.commitLog(kafka, "undecided").close();
        try (TransactionWriter stranger = new TransactionWriter(broker.bootstrapServers(), "stranger");
                CommitLog log = Connectors.commitLog(impatient, "undecided")) {
            stranger.begin();
            stranger.writeKeyed("millrace-undecided-commits", "key", "not an entry");

            assertThatThrownBy(log::fence)
                    .hasMessageContaining("could not tell what the commit topic 'millrace-undecided-commits' says")
                    .hasMessageContaining("find-hanging");
        }
    }

    @Test
    void shouldEndAttemptWhenTransactionGetsTooOld(TestInfo test) throws Exception {
        String topic = topic(test);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        Kafka shortLived = kafka.setting("transaction.timeout.ms", 2000);
        CommitLogContext context =
                new CommitLogContext(topic, Duration.ofMillis(100), Duration.ofMillis(500), failures::add);
        try (CommitLog log = Connectors.commitLog(shortLived, context)) {
            log.fence();
            var writer = Connectors.sink(kafka, topic).openWriter(SinkAttempt.context(topic, log, failures));
            writer.write(SinkAttempt.element("key", "too old"));

            await().atMost(Duration.ofSeconds(30)).until(() -> !failures.isEmpty());
            assertThat(failures.get(0))
                    .hasMessageContaining("transaction.timeout.ms")
                    .hasMessageContaining("JobOptions.checkpointTimeout");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> inspector.lastStableOffsets(topic).equals(inspector.highWatermarks(topic)));
            assertThatThrownBy(() ->
                            log.commit(new LogEntry.Commit(Connectors.JOB_ID, Connectors.STORAGE_ID, 1, 1, "digest")))
                    .isInstanceOf(RuntimeException.class);
        }
        assertThat(visible(topic)).isEmpty();
    }

    @Test
    void shouldRefuseStartWhenCommitTopicHasSeveralPartitions() {
        broker.createTopic("millrace-split-commits", 3, Map.of("cleanup.policy", "compact"));
        assertThatThrownBy(() -> Connectors.commitLog(kafka, "split"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("must have one partition, but has 3")
                .hasMessageContaining("kafka-topics.sh");
    }

    @Test
    void shouldRefuseStartWhenCommitTopicIsNotCompacted() {
        broker.createTopic("millrace-deleting-commits", 1);
        assertThatThrownBy(() -> Connectors.commitLog(kafka, "deleting"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("must have cleanup.policy=compact, but has delete")
                .hasMessageContaining("kafka-configs.sh");
    }

    @Test
    void shouldRefuseStartWhenCheckpointNeedsLongerThanBrokersAllow() {
        CommitLogContext hours =
                new CommitLogContext("hours", Duration.ofHours(1), Duration.ofSeconds(60), error -> {});
        assertThatThrownBy(() -> Connectors.commitLog(kafka, hours))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("transaction.max.timeout.ms")
                .hasMessageContaining("JobOptions.checkpointEvery");
    }

    @Test
    void shouldRefuseStartWhenChosenTimeoutIsTooShort() {
        Kafka tight = kafka.setting("transaction.timeout.ms", 25_000);
        assertThatThrownBy(() -> Connectors.commitLog(tight, "tight"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("80 % of the transaction timeout")
                .hasMessageContaining("25000");
    }

    @Test
    void shouldRefuseStartWhenBrokerCannotBeReached() {
        Kafka nowhere = Kafka.at("127.0.0.1:1").setting("default.api.timeout.ms", 1500);
        assertThatThrownBy(() -> Connectors.commitLog(nowhere, "nowhere"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("127.0.0.1:1");
        assertThatThrownBy(() -> Connectors.sink(nowhere, "any")
                        .commitLog()
                        .orElseThrow()
                        .clusterId())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("127.0.0.1:1");
        assertThatThrownBy(() -> Connectors.sink(Kafka.at("no.such.host.invalid:9092"), "any")
                        .commitLog()
                        .orElseThrow()
                        .clusterId())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("no.such.host.invalid:9092");
    }

    @Test
    void shouldTellClustersApartWhenAskedForTheirIds() {
        String id = Connectors.sink(kafka, "any").commitLog().orElseThrow().clusterId();
        assertThat(id).isNotBlank();
        assertThat(Connectors.sink(kafka, "other").commitLog())
                .isEqualTo(Connectors.sink(Kafka.at(broker.bootstrapServers()), "any")
                        .commitLog());
    }
}
