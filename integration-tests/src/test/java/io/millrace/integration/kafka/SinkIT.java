package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.millrace.api.StartRefusedException;
import io.millrace.kafka.Kafka;
import io.millrace.testkit.ClusterInspector;
import io.millrace.testkit.EmbeddedKafka;
import io.millrace.testkit.Observer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** The sink writer over a real broker: what belongs to which checkpoint, and what happens to records that do not fit. */
class SinkIT {

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
        broker.createTopic(name, 1);
        return name;
    }

    private static List<String> visible(String topic) {
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            return observer.readToEnd().stream().map(ConsumerRecord::value).toList();
        }
    }

    private static void join(CompletableFuture<Void> prepared) throws Exception {
        prepared.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldHoldWhatComesAfterBarrierUntilItIsCommitted(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("1", "2");
            join(attempt.prepare(1));
            attempt.write("3", "4");
            attempt.log().commit(attempt.entry(1));
            attempt.log().awaitVisible();
            assertThat(visible(topic)).containsExactly("1", "2");

            attempt.writer().committed(1);
            attempt.write("5");
            attempt.checkpoint(2);
            attempt.log().awaitVisible();
            assertThat(visible(topic)).containsExactly("1", "2", "3", "4", "5");
        }
    }

    /** S14: what came before the barrier of a checkpoint that was given up goes into the next one. */
    @Test
    void shouldCommitAllWithNextCheckpointWhenOneIsGivenUp(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("before");
            join(attempt.prepare(1));
            attempt.write("held");
            attempt.writer().aborted(1);
            attempt.write("after");
            attempt.checkpoint(2);
            attempt.log().awaitVisible();
        }
        assertThat(visible(topic)).containsExactly("before", "held", "after");
    }

    @Test
    void shouldDecideInOrderWhenSeveralCheckpointsAreUnderWay(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("a");
            CompletableFuture<Void> first = attempt.prepare(1);
            attempt.write("b");
            CompletableFuture<Void> second = attempt.prepare(2);
            attempt.write("c");
            CompletableFuture<Void> third = attempt.prepare(3);
            attempt.write("d");
            join(first);
            assertThat(second).isNotDone();

            attempt.log().commit(attempt.entry(1));
            attempt.writer().committed(1);
            join(second);
            attempt.writer().aborted(3);
            attempt.log().commit(attempt.entry(2));
            attempt.log().awaitVisible();
            assertThat(visible(topic)).containsExactly("a", "b");

            attempt.writer().committed(2);
            attempt.checkpoint(4);
            attempt.log().awaitVisible();
            assertThat(visible(topic)).containsExactly("a", "b", "c", "d");
            assertThat(third).isNotDone();
        }
    }

    @Test
    void shouldExertBackPressureWhenTooMuchIsHeld(TestInfo test) throws Exception {
        String topic = topic(test);
        Kafka small = kafka.setting("buffer.memory", 1024 * 1024).setting("batch.size", 16 * 1024);
        String value = "x".repeat(10_000);
        try (SinkAttempt attempt = SinkAttempt.takeOver(small, topic, topic)) {
            join(attempt.prepare(1));
            int held = 0;
            while (attempt.writer().hasRoom()) {
                attempt.write(value);
                held++;
            }
            assertThat(held).isBetween(40, 60);

            attempt.log().commit(attempt.entry(1));
            attempt.writer().committed(1);
            await().atMost(Duration.ofSeconds(10)).until(() -> attempt.writer().hasRoom());
            attempt.checkpoint(2);
            attempt.log().awaitVisible();
            assertThat(visible(topic)).hasSize(held);
        }
    }

    @Test
    void shouldWriteAllWhenThereIsMoreThanTheProducerHoldsInMemory(TestInfo test) throws Exception {
        String topic = topic(test);
        Kafka small = kafka.setting("buffer.memory", 512 * 1024).setting("batch.size", 16 * 1024);
        String value = "x".repeat(1_000);
        int count = 20_000;
        try (SinkAttempt attempt = SinkAttempt.takeOver(small, topic, topic)) {
            for (int i = 0; i < count; i++) {
                if (!attempt.writer().hasRoom()) {
                    await().pollInterval(Duration.ofMillis(1))
                            .until(() -> attempt.writer().hasRoom());
                }
                attempt.write(value);
            }
            attempt.checkpoint(1);
            attempt.log().awaitVisible();
        }
        assertThat(visible(topic)).hasSize(count);
    }

    @Test
    void shouldWriteTombstonesAndRecordsWithoutKey(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.writeKeyed("gone", null);
            attempt.writeKeyed(null, "keyless");
            attempt.checkpoint(1);
            attempt.log().awaitVisible();
        }
        try (Observer observer = new Observer(broker.bootstrapServers(), topic)) {
            assertThat(observer.readToEnd())
                    .extracting(ConsumerRecord::key, ConsumerRecord::value)
                    .containsExactly(tuple("gone", null), tuple(null, "keyless"));
        }
    }

    /** S08: a record that cannot be written is found out before it is sent, and takes nothing with it. */
    @Test
    void shouldRefuseRecordAndKeepTransactionWhenItIsTooLarge(TestInfo test) throws Exception {
        String topic = test.getTestMethod().orElseThrow().getName();
        broker.createTopic(topic, 1, Map.of("max.message.bytes", "10000"));
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("good");
            assertThatThrownBy(() -> attempt.write("x".repeat(2_000_000)))
                    .hasMessageContaining("topic '" + topic + "'")
                    .hasMessageContaining("max.request.size allows 1048576");
            assertThatThrownBy(() -> attempt.write("x".repeat(10_000)))
                    .hasMessageContaining("takes 10096 bytes")
                    .hasMessageContaining("max.message.bytes allows 10000");
            attempt.write("x".repeat(9_904));
            attempt.write("good too");
            attempt.checkpoint(1);
            attempt.log().awaitVisible();
        }
        assertThat(visible(topic)).containsExactly("good", "x".repeat(9_904), "good too");
    }

    /** S08, S27: a record that brokers refuse ends the attempt; its transaction is aborted at once and the next one works. */
    @Test
    void shouldAbortAtOnceAndCommitNothingWhenSendFails(TestInfo test) throws Exception {
        String topic = topic(test);
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            attempt.write("good");
            limitMessages(topic, 1000);
            attempt.write("x".repeat(5_000));
            CompletableFuture<Void> prepared = attempt.prepare(1);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> !attempt.failures().isEmpty());
            await().atMost(Duration.ofSeconds(4))
                    .until(() -> inspector.lastStableOffsets(topic).equals(inspector.highWatermarks(topic)));
            assertThat(attempt.failures()).hasSize(1);
            assertThat(attempt.failures().get(0)).hasMessageContaining("writing to topic '" + topic + "' failed");
            assertThat(prepared).isNotDone();
            assertThatThrownBy(() -> attempt.log().commit(attempt.entry(1))).isInstanceOf(RuntimeException.class);
        }

        limitMessages(topic, 100_000);
        try (SinkAttempt next = SinkAttempt.takeOver(kafka, topic, topic)) {
            assertThat(next.found().lastCommit()).isEmpty();
            next.write("good");
            next.write("x".repeat(5_000));
            next.checkpoint(1);
            next.log().awaitVisible();
        }
        assertThat(visible(topic)).containsExactly("good", "x".repeat(5_000));
    }

    @Test
    void shouldSplitBatchesWhenTopicTakesOnlySmallOnes(TestInfo test) throws Exception {
        String topic = test.getTestMethod().orElseThrow().getName();
        broker.createTopic(topic, 1, Map.of("max.message.bytes", "10000"));
        List<String> values =
                IntStream.range(0, 200).mapToObj(i -> i + "x".repeat(900)).toList();
        try (SinkAttempt attempt = SinkAttempt.takeOver(kafka, topic, topic)) {
            for (String value : values) {
                attempt.write(value);
            }
            attempt.checkpoint(1);
            attempt.log().awaitVisible();
        }
        assertThat(visible(topic)).isEqualTo(values);
    }

    @Test
    void shouldRefuseStartWhenTopicIsMissing() {
        assertThatThrownBy(() -> Connectors.sink(kafka, "no-such-topic").check("some-job"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("[no-such-topic]")
                .hasMessageContaining("kafka-topics.sh --bootstrap-server " + broker.bootstrapServers());
    }

    private static void limitMessages(String topic, int bytes) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ConfigEntry limit = new ConfigEntry("max.message.bytes", Integer.toString(bytes));
        broker.admin()
                .incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                .all()
                .get(30, TimeUnit.SECONDS);
        await().until(() -> broker.admin()
                .describeConfigs(List.of(resource))
                .all()
                .get()
                .get(resource)
                .get("max.message.bytes")
                .value()
                .equals(Integer.toString(bytes)));
    }
}
