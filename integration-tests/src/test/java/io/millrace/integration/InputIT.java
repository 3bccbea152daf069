package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TopicWriter;
import io.millrace.testkit.TransactionWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input that is not a plain run of offsets, where to start in it, and where it ends. */
class InputIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka kafka;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.builder().setting("log.cleaner.backoff.ms", "100").start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    private static Map<?, Long> lag(Scenario scenario) {
        return new ClusterInspector(kafka.admin()).lag("millrace-" + scenario.job(), scenario.input());
    }

    /** Aborted records before, between and after committed ones, and a partition that holds nothing else. */
    private static void writeInTransactions(Scenario scenario, String id) {
        try (TransactionWriter writer = new TransactionWriter(kafka.bootstrapServers(), id)) {
            writer.begin();
            writer.writeTo(scenario.input(), 0, "never seen");
            writer.writeTo(scenario.input(), 3, "never seen", "never seen");
            writer.abort();
            writer.begin();
            writer.writeTo(scenario.input(), 0, "one two", "two");
            writer.writeTo(scenario.input(), 1, "one three");
            writer.writeTo(scenario.input(), 2, "two");
            writer.commit();
            scenario.feed().alsoWritten("one two", "two", "one three", "two");
            writer.begin();
            writer.writeTo(scenario.input(), 1, "never seen");
            writer.writeTo(scenario.input(), 2, "never seen");
            writer.abort();
            writer.begin();
            writer.writeTo(scenario.input(), 1, "three");
            writer.commit();
            scenario.feed().alsoWritten("three");
        }
    }

    @Test
    void shouldFinishWithoutLagWhenInputEndsInAbortedTransactionsR01R08() throws Exception {
        try (Scenario scenario = Scenario.withOutputs(2, kafka, directory)) {
            // given
            scenario.with(WordCount.UNTIL_END, true);
            writeInTransactions(scenario, "writer-r01");

            // when
            JobState end = scenario.startJob().await();

            // then
            assertThat(end).isEqualTo(JobState.FINISHED);
            scenario.assertExactlyOnce();
            assertThat(lag(scenario).values()).hasSize(Scenario.PARTITIONS).containsOnly(0L);
        }
    }

    @Test
    void shouldGoOnBehindHolesWhenRestoredAtEachR02() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory)) {
            for (int round = 0; round < 3; round++) {
                // given
                Job job = scenario.startJob();
                CheckpointLog log = CheckpointLog.of(job);
                log.awaitMoreCommitted(1);

                // when
                writeInTransactions(scenario, "writer-r02");
                scenario.awaitOutput();
                log.awaitMoreCommitted(2); // positions behind the holes, then nothing but the end as it is
                job.close();

                // then
                scenario.assertExactlyOnce();
            }
            Job last = scenario.startJob();
            await().atMost(BOUND)
                    .untilAsserted(() -> assertThat(lag(scenario).values()).containsOnly(0L));
            last.close();
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldReadOnceWhenOpenTransactionHoldsTheEndBack() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory);
                TransactionWriter open = new TransactionWriter(kafka.bootstrapServers(), "writer-open")) {
            // given: records behind an open transaction
            open.begin();
            open.writeTo(scenario.input(), 0, "late");
            scenario.feed().write(40);
            Job job = scenario.startJob();
            CheckpointLog log = CheckpointLog.of(job);
            log.awaitMoreCommitted(3);
            job.close();
            job = scenario.startJob();

            // when
            open.commit();
            scenario.feed().alsoWritten("late");

            // then
            scenario.awaitOutput();
            job.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldCountWhatIsLeftWhenTopicIsCompactedR02() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory);
                TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
            // given
            String compacted = scenario.job() + "-compacted";
            kafka.createTopic(
                    compacted,
                    1,
                    Map.of(
                            "cleanup.policy", "compact",
                            "segment.ms", "100",
                            "min.cleanable.dirty.ratio", "0.001"));
            writeUntilCompacted(writer, compacted);
            endCompaction(compacted);
            read(compacted).forEach(left -> scenario.feed().alsoWritten(left.value()));
            scenario.with(WordCount.INPUTS, compacted).with(WordCount.UNTIL_END, true);

            // when
            JobState end = scenario.startJob().await();

            // then
            assertThat(end).isEqualTo(JobState.FINISHED);
            scenario.assertExactlyOnce();
        }
    }

    /** Each write begins a segment, once the one before is old enough; the cleaner takes all but the last. */
    private static void writeUntilCompacted(TopicWriter writer, String topic) {
        int[] written = {0};
        await().atMost(BOUND).until(() -> {
            writer.writeKeyed(topic, "key-" + written[0] % 3, "word" + written[0]);
            written[0]++;
            return read(topic).size() < written[0];
        });
    }

    /** Returns when the cleaner will not come back any more. */
    private static void endCompaction(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        AlterConfigOp keepAll =
                new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET);
        kafka.admin()
                .incrementalAlterConfigs(Map.of(resource, List.of(keepAll)))
                .all()
                .get(30, TimeUnit.SECONDS);
        int[] size = {read(topic).size()};
        await().atMost(BOUND).during(Duration.ofSeconds(1)).until(() -> {
            int before = size[0];
            size[0] = read(topic).size();
            return size[0] == before;
        });
    }

    private static List<ConsumerRecord<String, String>> read(String topic) {
        try (Observer observer = new Observer(kafka.bootstrapServers(), topic)) {
            return observer.readToEnd();
        }
    }

    @Test
    void shouldReadEmptyPartitionFromItsNumberWhenStartedAtLatestR03() throws Exception {
        try (Scenario scenario = Scenario.in(kafka, directory);
                TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
            // given: started at the end of partition 0, which holds something, and of the others, which do not
            writer.writeTo(scenario.input(), 0, "before the start");
            scenario.with(WordCount.FROM_LATEST, true);
            Job first = scenario.startJob();
            CheckpointLog.of(first).awaitMoreCommitted(1);
            first.stop(Duration.ofSeconds(30));

            // when
            for (int partition = 0; partition < Scenario.PARTITIONS; partition++) {
                writer.writeTo(scenario.input(), partition, "after the start");
                scenario.feed().alsoWritten("after the start");
            }
            Job second = scenario.startJob();

            // then
            scenario.awaitOutput();
            second.stop(Duration.ofSeconds(30));
            scenario.assertExactlyOnce();
        }
    }

    @Test
    void shouldFinishOnlyWhenAllIsVisibleWhenSourcesEndAtDifferentTimesS13() throws Exception {
        for (int sources = 1; sources <= 3; sources++) {
            try (Scenario scenario = Scenario.withOutputs(2, kafka, directory.resolve("sources-" + sources));
                    TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
                // given: an interval that leaves everything to the final checkpoint; one source ends at once, one late
                scenario.with(WordCount.UNTIL_END, true).with(Settings.INTERVAL_MILLIS, 10_000);
                scenario.feed().write(2000);
                String inputs = scenario.input();
                for (int more = 1; more < sources; more++) {
                    String topic = scenario.input() + "-" + more;
                    kafka.createTopic(topic, more);
                    inputs += "," + topic;
                    for (int i = 0; i < 10 * (more - 1); i++) {
                        writer.writeTo(topic, 0, "word1 word2");
                        scenario.feed().alsoWritten("word1 word2");
                    }
                }
                scenario.with(WordCount.INPUTS, inputs);

                // when
                JobState end = scenario.startJob().await();

                // then: no waiting here
                assertThat(end).isEqualTo(JobState.FINISHED);
                scenario.assertExactlyOnce();
            }
        }
    }
}
