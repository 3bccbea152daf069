package io.millrace.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.Job;
import io.millrace.api.JobState;
import io.millrace.api.KeyValue;
import io.millrace.api.Pipeline;
import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.RestartStrategy;
import io.millrace.kafka.Kafka;
import io.millrace.metrics.MetricNames;
import io.millrace.serde.Serdes;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that cannot be read, processed or written, over a real broker: R14, R15, S08, S27. */
class RecordErrorsIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static EmbeddedKafka broker;

    /** Much larger than what its topic takes. */
    private static final String BIG = "x".repeat(20_000);

    @TempDir
    private Path directory;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Scenario scenario;
    private Kafka kafka;
    private String dead;

    /** What the tests read as JSON. */
    record Order(String id, int pieces) {}

    @BeforeAll
    static void startKafka() {
        broker = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        broker.close();
    }

    @BeforeEach
    void create() {
        scenario = Scenario.in(broker, directory);
        kafka = WordCount.kafka(scenario.config());
        dead = scenario.job() + "-dead";
        broker.createTopic(dead, 1);
    }

    @AfterEach
    void close() throws Exception {
        scenario.close();
    }

    private Job start(Pipeline pipeline) {
        return scenario.start(pipeline, scenario.options(Probe.NONE).meterRegistry(registry));
    }

    private RecordErrorPolicy toDeadLetters() {
        return RecordErrorPolicy.deadLetter(kafka.deadLetters(dead));
    }

    /** Reads orders to the end and writes their ids. */
    private Pipeline orders(RecordErrorPolicy policy) {
        Pipeline pipeline = Pipeline.named(scenario.job()).onRecordError(policy);
        pipeline.from(
                        "orders",
                        kafka.source().topics(scenario.input()).untilEnd().values(Serdes.json(Order.class)))
                .map(order -> KeyValue.of(order.id(), Integer.toString(order.pieces())))
                .to("out", kafka.sink(scenario.output(0), Serdes.string(), Serdes.string()));
        return pipeline;
    }

    private void writeOrders(String... lines) {
        scenario.writer().writeTo(scenario.input(), 2, lines);
    }

    private static String order(int id) {
        return "{\"id\":\"o" + id + "\",\"pieces\":" + id + "}";
    }

    private List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            observer.readToEnd();
            return List.copyOf(observer.rawRecords());
        }
    }

    private List<String> keys(String topic) {
        return read(topic).stream().map(found -> text(found.key())).toList();
    }

    private static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static String header(ConsumerRecord<byte[], byte[]> found, String name) {
        var header = found.headers().lastHeader("millrace.dead-letter." + name);
        return header == null ? null : text(header.value());
    }

    private double count(String meter, String operator, String reason) {
        Counter counter = registry.find(meter)
                .tags(MetricNames.OPERATOR, operator, MetricNames.REASON, reason)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @Test
    void shouldFailNamingTheRecordWhenItCannotBeReadR15() throws Exception {
        // given
        writeOrders(order(1), "{\"id\":\"o2\", broken \u0007", order(3));

        // when
        Job job = scenario.start(
                orders(RecordErrorPolicy.fail()), scenario.options(Probe.NONE).restart(RestartStrategy.none()));
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.failure().orElseThrow())
                .hasMessageContaining("topic '" + scenario.input() + "', partition 2, offset 1")
                .hasMessageContaining("Operator 'orders'")
                .hasMessageContaining("broken \\x07");
    }

    @Test
    void shouldGoOnAndCountWhenUnreadableRecordIsSkippedR15() throws Exception {
        // given
        writeOrders(order(1), "broken", order(3));

        // when
        Job job = start(orders(RecordErrorPolicy.skip()));
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(keys(scenario.output(0))).containsExactlyInAnyOrder("o1", "o3");
        assertThat(count(MetricNames.RECORDS_SKIPPED, "orders", "deserialization"))
                .isEqualTo(1);
    }

    @Test
    void shouldWriteUnreadableRecordAsItIsToDeadLettersR15() throws Exception {
        // given
        writeOrders(order(1), "broken", order(3));
        scenario.writer().writeKeyed(scenario.input(), "key", "broken too");

        // when
        Job job = start(orders(toDeadLetters()));
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(keys(scenario.output(0))).containsExactlyInAnyOrder("o1", "o3");
        assertThat(read(dead))
                .extracting(
                        found -> text(found.key()),
                        found -> text(found.value()),
                        found -> header(found, "topic"),
                        found -> header(found, "operator"),
                        found -> header(found, "reason"))
                .containsExactlyInAnyOrder(
                        tuple(null, "broken", scenario.input(), "orders", "deserialization"),
                        tuple("key", "broken too", scenario.input(), "orders", "deserialization"));
        assertThat(read(dead))
                .filteredOn(found -> found.key() == null)
                .singleElement()
                .satisfies(found -> {
                    assertThat(header(found, "partition")).isEqualTo("2");
                    assertThat(header(found, "offset")).isEqualTo("1");
                    assertThat(header(found, "message")).contains("partition 2, offset 1");
                });
        assertThat(count(MetricNames.RECORDS_DEAD_LETTERED, "orders", "deserialization"))
                .isEqualTo(2);
    }

    @Test
    void shouldDeliverRecordsThatLackKeyOrValueAsSuchR14() throws Exception {
        // given
        scenario.writer().writeKeyed(scenario.input(), "tombstone", null);
        scenario.writer().writeKeyed(scenario.input(), null, "no key");
        scenario.writer().writeKeyed(scenario.input(), null, null);
        scenario.writer().writeKeyed(scenario.input(), "both", "both");
        Pipeline pipeline = Pipeline.named(scenario.job());
        pipeline.from(
                        "lines",
                        kafka.source().topics(scenario.input()).untilEnd().keyValues(Serdes.string(), Serdes.string()))
                .map(pair -> KeyValue.of(pair.key() + "/" + pair.value(), pair.value()))
                .to("out", kafka.sink(scenario.output(0), Serdes.string(), Serdes.string()));

        // when
        Job job = start(pipeline);
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(keys(scenario.output(0)))
                .containsExactlyInAnyOrder("tombstone/null", "null/no key", "null/null", "both/both");
        assertThat(new ClusterInspector(broker.admin())
                        .lag("millrace-" + scenario.job(), scenario.input())
                        .values())
                .containsOnly(0L);
    }

    @Test
    void shouldTreatTombstonesByPolicyWhenFunctionCannotTakeThemR14() throws Exception {
        // given
        scenario.writer().writeKeyed(scenario.input(), "tombstone", null);
        scenario.writer().writeKeyed(scenario.input(), "order", order(1));

        // when
        Job job = start(orders(toDeadLetters()));
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(keys(scenario.output(0))).containsExactly("o1");
        assertThat(read(dead)).singleElement().satisfies(found -> {
            assertThat(text(found.key())).isEqualTo("tombstone");
            assertThat(found.value()).isNull();
            assertThat(header(found, "operator")).isEqualTo("map-1");
            assertThat(header(found, "exception")).isEqualTo("java.lang.NullPointerException");
        });
    }

    /** Writes each line, and in place of "big" one that is larger than the output topic takes. */
    private Pipeline lines(RecordErrorPolicy policy, int limit) {
        broker.createTopic(scenario.job() + "-small", 1, Map.of("max.message.bytes", Integer.toString(limit)));
        Pipeline pipeline = Pipeline.named(scenario.job());
        pipeline.from("lines", kafka.source(scenario.input(), Serdes.string()))
                .map(line -> KeyValue.of(line, line.equals("big") ? BIG : line))
                .to("out", kafka.sink(scenario.job() + "-small", Serdes.string(), Serdes.string()))
                .onRecordError(policy);
        return pipeline;
    }

    @Test
    void shouldFailSoonAndHoldNobodyUpWhenRecordIsTooLargeS08S27() throws Exception {
        // given
        writeOrders("good", "big", "behind");

        // when
        Job job = start(lines(RecordErrorPolicy.fail(), 10_000));
        job.await(BOUND);

        // then: three attempts with the default restarts, which never end by themselves
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.failure().orElseThrow())
                .hasMessageContaining("'out'")
                .hasMessageContaining(scenario.input() + "-2@1")
                .hasMessageContaining("max.message.bytes allows 10000");
        assertThat(keys(scenario.job() + "-small")).doesNotContain("big", "behind");
        requireNothingOpen();
    }

    private void requireNothingOpen() {
        ClusterInspector inspector = new ClusterInspector(broker.admin());
        String topic = scenario.job() + "-small";
        await().atMost(Duration.ofSeconds(5))
                .until(() -> inspector.lastStableOffsets(topic).equals(inspector.highWatermarks(topic)));
    }

    @Test
    void shouldWriteAllOthersWhenTooLargeRecordIsSkippedS08() throws Exception {
        // given
        writeOrders("good", "big", "behind");

        // when
        Job job = start(lines(RecordErrorPolicy.skip(), 10_000));

        // then
        awaitKeys(scenario.job() + "-small", 2);
        job.stop(BOUND);
        assertThat(keys(scenario.job() + "-small")).containsExactlyInAnyOrder("good", "behind");
        assertThat(count(MetricNames.RECORDS_SKIPPED, "out", "refused")).isEqualTo(1);
    }

    @Test
    void shouldWriteOriginalToDeadLettersWhenResultIsTooLargeS08() throws Exception {
        // given
        writeOrders("good", "big", "behind");

        // when
        Job job = start(lines(toDeadLetters(), 10_000));

        // then
        awaitKeys(scenario.job() + "-small", 2);
        job.stop(BOUND);
        assertThat(read(dead)).singleElement().satisfies(found -> {
            assertThat(text(found.value())).isEqualTo("big");
            assertThat(header(found, "operator")).isEqualTo("out");
            assertThat(header(found, "reason")).isEqualTo("refused");
            assertThat(header(found, "offset")).isEqualTo("1");
        });
    }

    /** The record passes the check, is refused by the broker, and found out before it is sent in the next attempt. */
    @Test
    void shouldApplyPolicyInNextAttemptWhenLimitWasLoweredWhileRunningS08S27() throws Exception {
        // given
        Job job = start(lines(toDeadLetters(), 100_000));
        CheckpointLog log = CheckpointLog.of(job);
        log.awaitMoreCommitted(1);
        limitMessages(scenario.job() + "-small", 10_000);

        // when: alone in its batch, for a producer tries for long to split the record off from small ones
        writeOrders("big");
        awaitKeys(dead, 1);
        writeOrders("good", "behind");

        // then
        awaitKeys(scenario.job() + "-small", 2);
        job.stop(BOUND);
        assertThat(keys(scenario.job() + "-small")).containsExactlyInAnyOrder("good", "behind");
        assertThat(read(dead))
                .singleElement()
                .satisfies(found -> assertThat(text(found.value())).isEqualTo("big"));
    }

    private static void limitMessages(String topic, int bytes) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry limit = new ConfigEntry("max.message.bytes", Integer.toString(bytes));
        broker.admin()
                .incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                .all()
                .get(30, TimeUnit.SECONDS);
        await().until(() -> limit.value()
                .equals(broker.admin()
                        .describeConfigs(List.of(resource))
                        .all()
                        .get()
                        .get(resource)
                        .get(limit.name())
                        .value()));
    }

    @Test
    void shouldFailWhenDeadLetterIsTooLargeItself() throws Exception {
        // given
        String small = scenario.job() + "-dead-small";
        broker.createTopic(small, 1, Map.of("max.message.bytes", "1000"));
        writeOrders(order(1), "broken " + BIG);

        // when
        Job job = start(orders(RecordErrorPolicy.deadLetter(kafka.deadLetters(small))));
        job.await(BOUND);

        // then
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.failure().orElseThrow())
                .hasMessageContaining("'dead-letters'")
                .hasMessageContaining(scenario.input() + "-2@1");
        assertThat(read(small)).isEmpty();
    }

    private void awaitKeys(String topic, int count) {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            observer.awaitRecords(records -> records.size() >= count, BOUND);
        }
    }

    @Test
    void shouldWriteEachPoisonRecordOnceWhenProcessIsKilledR15() throws Exception {
        // given
        SplittableRandom random = new SplittableRandom(5);
        scenario.with(Settings.INTERVAL_MILLIS, 50).with(WordCount.DEAD_LETTERS, dead);
        scenario.feed().start();
        List<String> poison = new ArrayList<>();

        // when
        for (int kill = 0; kill < 3; kill++) {
            WorkerProcess worker = scenario.startWorker();
            worker.awaitState(JobState.RUNNING);
            List<String> more = IntStream.range(0, 40)
                    .mapToObj(i -> WordCount.POISON + " " + (poison.size() + i))
                    .toList();
            scenario.writer().write(scenario.input(), more);
            poison.addAll(more);
            assertThat(worker.endsWithin(Duration.ofMillis(random.nextInt(400))))
                    .as(worker.logTail())
                    .isFalse();
            worker.kill();
        }
        WorkerProcess last = scenario.startWorker();
        scenario.awaitOutput();
        awaitKeys(dead, poison.size());
        last.terminate();

        // then
        assertThat(last.awaitExit()).as(last.logTail()).isEqualTo(ExitCode.FINE);
        scenario.assertExactlyOnce();
        assertThat(read(dead).stream().map(found -> text(found.value())).toList())
                .containsExactlyInAnyOrderElementsOf(poison);
    }
}
