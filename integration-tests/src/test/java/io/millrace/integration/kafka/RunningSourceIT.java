package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.DamagedException;
import io.millrace.api.Job;
import io.millrace.api.JobFailedException;
import io.millrace.api.JobHealth;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.api.StartRefusedException;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaSourceBuilder;
import io.millrace.kafka.LossPolicy;
import io.millrace.metrics.MetricNames;
import io.millrace.serde.Serdes;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import io.millrace.testkit.TopicWriter;
import io.millrace.testkit.TransactionWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to topics while jobs read them: whole jobs that copy their input, over a real broker. */
class RunningSourceIT {

    private static final Duration OFTEN = Duration.ofMillis(200);
    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka broker;
    private static Kafka kafka;
    private static TopicWriter plain;

    @TempDir
    private Path directory;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<Job> jobs = new ArrayList<>();
    private final List<String> written = new ArrayList<>();
    private String topic;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedKafka.builder().start();
        kafka = Kafka.at(broker.bootstrapServers());
        plain = new TopicWriter(broker.bootstrapServers());
    }

    @AfterAll
    static void stopBroker() {
        plain.close();
        broker.close();
    }

    @BeforeEach
    void nameTopic(TestInfo test) {
        topic = test.getTestMethod().orElseThrow().getName() + "-"
                + Math.abs(test.getDisplayName().hashCode());
        broker.createTopic(topic + ".out", 1);
    }

    @AfterEach
    void closeJobs() {
        jobs.forEach(Job::close);
    }

    private KafkaSourceBuilder source() {
        return kafka.source().topics(topic).discoverEvery(OFTEN);
    }

    private Job start(KafkaSourceBuilder source, int parallelism) {
        return start("in", source, parallelism);
    }

    private Job start(String uid, KafkaSourceBuilder source, int parallelism) {
        Pipeline pipeline = Pipeline.named(topic);
        pipeline.from(uid, source.values(Serdes.string()))
                .map(value -> new KeyValue<>(value, value))
                .to("out", kafka.sink(topic + ".out", Serdes.string(), Serdes.string()));
        Job job = pipeline.start(options(parallelism));
        jobs.add(job);
        return job;
    }

    private JobOptions options(int parallelism) {
        return JobOptions.storage(directory.toUri().toString())
                .parallelism(parallelism)
                .checkpointEvery(Duration.ofMillis(100))
                .meterRegistry(registry);
    }

    private void write(String where, int partition, String... values) {
        plain.writeTo(where, partition, values);
        written.addAll(List.of(values));
    }

    /** Waits until the output is what was written, each once. */
    private void awaitOutput() {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic + ".out")) {
            observer.awaitRecords(records -> records.size() >= written.size(), BOUND);
            assertThat(values(observer.readToEnd())).containsExactlyInAnyOrderElementsOf(written);
        }
    }

    private static List<String> values(List<ConsumerRecord<String, String>> records) {
        return records.stream().map(ConsumerRecord::value).toList();
    }

    private static void grow(String name, int partitions) throws Exception {
        broker.admin()
                .createPartitions(Map.of(name, NewPartitions.increaseTo(partitions)))
                .all()
                .get(30, TimeUnit.SECONDS);
        ClusterInspector inspector = new ClusterInspector(broker.admin());
        await().until(() -> inspector.highWatermarks(name).size() == partitions);
    }

    private static void delete(String name) throws Exception {
        broker.admin().deleteTopics(List.of(name)).all().get(30, TimeUnit.SECONDS);
        await().until(() -> !broker.admin().listTopics().names().get().contains(name));
    }

    private static Uuid id(String name) throws Exception {
        return broker.admin()
                .describeTopics(List.of(name))
                .allTopicNames()
                .get(30, TimeUnit.SECONDS)
                .get(name)
                .topicId();
    }

    private double counted(String name) {
        return registry.get(name).counter().count();
    }

    private static void awaitRunning(Job job) {
        await().atMost(BOUND).until(() -> job.state() == JobState.RUNNING);
    }

    private static Throwable failure(Job job) throws Exception {
        assertThat(job.await(BOUND)).isEqualTo(JobState.FAILED);
        return job.failure().orElseThrow();
    }

    /** R04, R10: a task that had no partition gets one, too; what was written before is read. */
    @Test
    void shouldReadPartitionsThatAreAddedWhileItRuns() throws Exception {
        // given
        broker.createTopic(topic, 1);
        Job job = start(source().fromLatest(), 3);
        awaitRunning(job);
        write(topic, 0, "first");
        awaitOutput();

        // when
        grow(topic, 5);
        for (int partition = 0; partition < 5; partition++) {
            write(topic, partition, "into " + partition);
        }

        // then
        awaitOutput();
        assertThat(counted(MetricNames.SOURCE_DISCOVERED_SPLITS)).isEqualTo(4);
        job.close();

        // and: they go on from where they were
        write(topic, 4, "while it was down");
        start(source().fromLatest(), 2);
        awaitOutput();
    }

    @Test
    void shouldReadTopicsThatMatchWhenTheyAreCreatedWhileItRuns() throws Exception {
        // given
        broker.createTopic(topic + "-a", 1);
        write(topic + "-a", 0, "a");
        KafkaSourceBuilder matching =
                kafka.source().topicsMatching(Pattern.compile(topic + "-.*")).discoverEvery(OFTEN);
        start(matching, 2);
        awaitOutput();

        // when
        broker.createTopic(topic + "-b", 2);
        write(topic + "-b", 1, "b", "bb");

        // then
        awaitOutput();
    }

    /** R05: found out by the reader, long before the next look at the topics. */
    @ParameterizedTest
    @ValueSource(ints = {10, 500})
    void shouldStopWhenTopicIsCreatedAgainWhileItRuns(int records) throws Exception {
        // given
        broker.createTopic(topic, 1);
        write(topic, 0, IntStream.range(0, 100).mapToObj(i -> "old " + i).toArray(String[]::new));
        Job job = start(source().discoverEvery(Duration.ofHours(1)), 1);
        awaitOutput();
        Uuid former = id(topic);

        // when
        delete(topic);
        broker.createTopic(topic, 1);
        plain.write(topic, IntStream.range(0, records).mapToObj(i -> "new " + i).toList());

        // then
        assertThat(failure(job))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("Topic '" + topic + "' was deleted and created again")
                .hasMessageContaining(former.toString())
                .hasMessageContaining(id(topic).toString());
        awaitOutput(); // nothing of the new one
    }

    /** R05: the task is kept from asking while the new topic is short, so that the old offset is in range when it does. */
    @Test
    void shouldReadNothingOfTopicThatIsLongEnoughWhenItIsNoticed() throws Exception {
        // given
        broker.createTopic(topic, 1);
        write(topic, 0, IntStream.range(0, 100).mapToObj(i -> "old " + i).toArray(String[]::new));
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        List<String> seen = new CopyOnWriteArrayList<>();
        Pipeline pipeline = Pipeline.named(topic);
        pipeline.from("in", source().discoverEvery(Duration.ofHours(1)).values(Serdes.string()))
                .map(value -> {
                    seen.add(value);
                    if (value.equals("hold")) {
                        held.countDown();
                        released.await();
                    }
                    return new KeyValue<>(value, value);
                })
                .to("out", kafka.sink(topic + ".out", Serdes.string(), Serdes.string()));
        Job job = pipeline.start(options(1));
        jobs.add(job);
        awaitOutput();
        plain.writeTo(topic, 0, "hold");
        assertThat(held.await(60, TimeUnit.SECONDS)).isTrue();

        // when
        delete(topic);
        broker.createTopic(topic, 1);
        plain.write(topic, IntStream.range(0, 500).mapToObj(i -> "new " + i).toList());
        released.countDown();

        // then
        assertThat(failure(job))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("Topic '" + topic + "' was deleted and created again");
        assertThat(seen).filteredOn(value -> value.startsWith("new")).isEmpty();
    }

    /** R05: the opt-in starts over. */
    @Test
    void shouldBeginAnewWhenTopicIsCreatedAgainAndItMay() throws Exception {
        // given
        broker.createTopic(topic, 1);
        write(topic, 0, "old 1", "old 2", "old 3");
        Job job = start(source().onLostRecords(LossPolicy.CONTINUE), 1);
        awaitOutput();

        // when
        delete(topic);
        broker.createTopic(topic, 1);
        write(topic, 0, "new 1", "new 2", "new 3", "new 4", "new 5");

        // then
        awaitOutput();
        await().atMost(BOUND).until(() -> counted(MetricNames.SOURCE_LOSSES) == 1);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    /** R06 */
    @Test
    void shouldCountWhatRetentionRemovedWhileItWasDownWhenItMayGoOn() throws Exception {
        // given
        broker.createTopic(topic, 1);
        write(topic, 0, "read");
        Job first = start(source(), 1);
        awaitOutput();
        first.stop(BOUND);
        plain.writeTo(topic, 0, "gone", "gone too");
        write(topic, 0, "left");
        broker.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(3)))
                .all()
                .get(30, TimeUnit.SECONDS);

        // when
        assertThat(failure(start(source(), 1)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("offset 1 is wanted, the earliest that is left is 3, so up to 2");
        start(source().onLostRecords(LossPolicy.CONTINUE), 1);

        // then
        awaitOutput();
        await().atMost(BOUND).until(() -> counted(MetricNames.SOURCE_LOST_RECORDS) == 2);
    }

    /** R11 */
    @Test
    void shouldReadEachPartitionOnceAtAnyParallelism() throws Exception {
        broker.createTopic(topic, 5);
        for (int parallelism : List.of(1, 3, 2, 8, 5, 4, 7, 6)) {
            // given
            for (int partition = 0; partition < 5; partition++) {
                write(topic, partition, partition + " before " + parallelism);
            }

            // when
            Job job = start(source(), parallelism);

            // then
            awaitOutput();
            for (int partition = 0; partition < 5; partition++) {
                write(topic, partition, partition + " at " + parallelism);
            }
            awaitOutput();
            job.stop(BOUND);
        }
    }

    /** R16 */
    @Test
    void shouldRefuseToStartWhenSourceHasAnotherUid() throws Exception {
        // given
        broker.createTopic(topic, 1);
        write(topic, 0, "read");
        Job first = start(source(), 1);
        awaitOutput();
        first.stop(BOUND);

        // when
        Job renamed = start("renamed", source(), 1);

        // then
        assertThatThrownBy(renamed::await)
                .isInstanceOf(JobFailedException.class)
                .hasCauseInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'in'");
        awaitOutput();
    }

    @Test
    void shouldShowPartitionThatIsBlockedByOpenTransaction() throws Exception {
        // given
        broker.createTopic(topic, 2);
        Job job = start(source(), 1);
        write(topic, 1, "free");
        awaitOutput();
        assertThat(job.health().status()).isEqualTo(JobHealth.Status.HEALTHY);
        try (TransactionWriter open = new TransactionWriter(broker.bootstrapServers(), topic + "-writer")) {
            // when
            open.begin();
            open.writeTo(topic, 0, "late");

            // then
            await().atMost(BOUND).until(() -> job.health().status() == JobHealth.Status.DEGRADED);
            assertThat(job.health().problems()).singleElement().satisfies(problem -> {
                assertThat(problem.operator()).isEqualTo("in");
                assertThat(problem.message())
                        .contains("Partition " + topic + "-0 is blocked by an open transaction since ");
            });
            assertThat(registry.get(MetricNames.SOURCE_BLOCKED_SPLITS).gauge().value())
                    .isEqualTo(1);

            // when
            open.commit();
            written.add("late");
        }

        // then
        awaitOutput();
        await().atMost(BOUND).until(() -> job.health().status() == JobHealth.Status.HEALTHY);
        assertThat(registry.get(MetricNames.SOURCE_BLOCKED_SPLITS).gauge().value())
                .isZero();
    }
}
