package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordRefusedException;
import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.serde.Serdes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class OutputRecordsTest {

    private static final KafkaOrigin ORIGIN = new KafkaOrigin(new TopicPartition("lines", 3), 4711);
    private static final KafkaRecordSerializer<String> PLAIN = KafkaRecordSerializer.of(
            (String value) -> value.substring(0, 1), Serdes.string(), value -> value, Serdes.string());

    private final RecordingProducer producer = new RecordingProducer(true);
    private final FixedTopics cluster = new FixedTopics(producer)
            .add("out", 4, Map.of())
            .add("small", 1, Map.of("max.message.bytes", "120", "cleanup.policy", "delete"));
    private final TopicCatalog topics = cluster.catalog();
    private final TopicRules own = new TopicRules(
            "out", 4, new RecordLimit(1000, "max.request.size"), Optional.empty(), false, TimestampLimits.NONE);

    private OutputRecords<String> records(KafkaRecordSerializer<String> serializer) {
        return new OutputRecords<>(serializer, own, topics);
    }

    private static DataRecord element(String value) {
        return new DataRecord(value, 7, ORIGIN);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void shouldTakeTopicOfSinkAndEventTimeWhenSerializerSaysNothing() {
        ProducerRecord<byte[], byte[]> made = records(PLAIN).make(element("ab"));
        assertThat(made.topic()).isEqualTo("out");
        assertThat(made.partition()).isNull();
        assertThat(made.timestamp()).isEqualTo(7);
        assertThat(text(made.key())).isEqualTo("a");
        assertThat(text(made.value())).isEqualTo("ab");
        assertThat(made.headers()).isEmpty();
    }

    @Test
    void shouldTakeEveryPartFromFunctionsWhenTheyAreGiven() {
        ProducerRecord<byte[], byte[]> made = records(PLAIN.toTopic(value -> "small")
                        .toPartition((value, partitions) -> partitions - 1)
                        .withHeaders(value -> List.of(new RecordHeader("length", new byte[] {(byte) value.length()})))
                        .withTimestamp(String::length))
                .make(element("ab"));
        assertThat(made.topic()).isEqualTo("small");
        assertThat(made.partition()).isZero();
        assertThat(made.headers().lastHeader("length").value()).containsExactly(2);
        assertThat(made.timestamp()).isEqualTo(2);
        assertThat(text(made.key())).isEqualTo("a");
    }

    @Test
    void shouldAppendHeadersWhenFunctionsAddThemOneAfterTheOther() {
        ProducerRecord<byte[], byte[]> made = records(PLAIN.withHeaders(
                                value -> List.of(new RecordHeader("first", new byte[] {1})))
                        .withHeaders(value -> List.of(new RecordHeader("second", new byte[] {2}))))
                .make(element("ab"));
        assertThat(made.headers()).extracting(Header::key).containsExactly("first", "second");
    }

    @Test
    void shouldRefuseRecordOfChosenTopicByItsLimit() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "small"));
        assertThatThrownBy(() -> records.make(element("1234567890123456789012345678")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("topic 'small', made from lines-3@4711,")
                .hasMessageContaining("max.message.bytes allows 120");
    }

    @Test
    void shouldAskForUnknownTopicOnceAndKnowIt() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "small"));
        TestSinkContext context = TestSinkContext.create();
        TopicReadiness readiness = new TopicReadiness(records, topics, context);
        DataRecord waiting = element("a");
        assertThat(readiness.isReadyFor(waiting)).isFalse();
        assertThat(readiness.isReadyFor(waiting)).isFalse();
        assertThat(cluster.background).hasSize(1);

        cluster.runBackground();
        assertThat(context.wakeUps()).hasValue(1);
        assertThat(readiness.isReadyFor(waiting)).isTrue();
    }

    /** A send to a topic that the producer has not heard of blocks until it has. */
    @Test
    void shouldLetProducerLearnTopicBesideTheTaskBeforeRecordIsReady() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "small"));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        assertThat(readiness.isReadyFor(element("a"))).isFalse();
        assertThat(producer.learnt).isEmpty();
        cluster.runBackground();
        assertThat(producer.learnt).containsExactly("small");
    }

    @Test
    void shouldEndAttemptWhenProducerCannotLearnTopic() {
        producer.partitionsForException = new TimeoutException("no broker answers");
        TestSinkContext context = TestSinkContext.create();
        TopicReadiness readiness = new TopicReadiness(records(PLAIN.toTopic(value -> "small")), topics, context);
        readiness.isReadyFor(element("a"));
        cluster.runBackground();
        assertThat(context.operator().failures())
                .singleElement()
                .isInstanceOf(AttemptFailedException.class)
                .satisfies(e -> assertThat(e).hasMessageContaining("topic 'small': no broker answers"));
    }

    @Test
    void shouldRefuseRecordOfMissingTopicUntilItIsThere() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "later"));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        assertThat(readiness.isReadyFor(element("a"))).isFalse();
        cluster.runBackground();
        assertThat(readiness.isReadyFor(element("a"))).isTrue();
        assertThatThrownBy(() -> records.make(element("a")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("topic 'later', which does not exist");

        cluster.add("later", 1, Map.of());
        assertThatThrownBy(() -> records.make(element("a"))).isInstanceOf(RecordRefusedException.class);
        cluster.clock.advance(Duration.ofSeconds(11));
        assertThat(readiness.isReadyFor(element("a"))).isFalse();
        cluster.runBackground();
        assertThat(readiness.isReadyFor(element("a"))).isTrue();
        assertThat(records.make(element("a")).topic()).isEqualTo("later");
    }

    @Test
    void shouldBeReadyAtOnceWhenTopicIsTheSinksOwnOrCannotBeTold() {
        TopicReadiness own = new TopicReadiness(records(PLAIN), topics, TestSinkContext.create());
        assertThat(own.isReadyFor(element("a"))).isTrue();
        OutputRecords<String> broken = records(PLAIN.toTopic(value -> {
            throw new IllegalArgumentException("no country");
        }));
        assertThat(new TopicReadiness(broken, topics, TestSinkContext.create()).isReadyFor(element("a")))
                .isTrue();
        assertThatThrownBy(() -> broken.make(element("a")))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("from lines-3@4711")
                .hasMessageContaining("no country");
    }

    @Test
    void shouldNameExceptionThatHasNoMessage() {
        OutputRecords<String> broken = records(PLAIN.withTimestamp(value -> {
            throw new NoSuchElementException();
        }));
        assertThatThrownBy(() -> broken.make(element("a")))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("NoSuchElementException");
    }

    @Test
    void shouldRefuseCommitTopicAndNoTopicAtAll() {
        assertThatThrownBy(() -> records(PLAIN.toTopic(value -> "commits")).make(element("a")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("commit topic");
        assertThatThrownBy(() -> new OutputRecords<>(PLAIN, null, topics).make(element("a")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("has no topic");
    }

    @Test
    void shouldRefuseRecordWhenItsTopicCannotBeNamedSo() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "payments " + value));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        assertThat(readiness.isReadyFor(element("DE"))).isTrue();
        assertThatThrownBy(() -> records.make(element("DE")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("lines-3@4711")
                .hasMessageContaining("'payments DE'");
        assertThat(cluster.background).isEmpty();
    }

    @Test
    void shouldRefuseRecordWhenUserMayNotSeeOrWriteItsTopic() {
        cluster.add("secret", 1, Map.of()).forbidSeeing("secret");
        cluster.add("closed", 1, Map.of()).forbidWriting("closed");
        OutputRecords<String> records = records(PLAIN.toTopic(value -> value));
        for (String topic : List.of("secret", "closed")) {
            assertThatThrownBy(() -> records.make(element(topic)))
                    .isInstanceOf(RecordRefusedException.class)
                    .hasMessageContaining("is for topic '" + topic + "', which this user may not write")
                    .hasMessageContaining("--operation Write --topic " + topic);
        }
    }

    @Test
    void shouldRefuseTimestampByTheTopicsSettings() {
        cluster.add("recent", 1, Map.of("message.timestamp.before.max.ms", "1000"));
        cluster.clock.advance(Duration.ofHours(1));
        assertThatThrownBy(() -> records(PLAIN.toTopic(value -> "recent")).make(element("a")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("message.timestamp.before.max.ms allows 1000");
    }

    @Test
    void shouldBeReadyWithAnswerThatGrewOldBeforeTheTaskLooked() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "missing"));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        DataRecord waiting = element("a");
        assertThat(readiness.isReadyFor(waiting)).isFalse();
        cluster.runBackground();
        cluster.clock.advance(Duration.ofMinutes(1));
        assertThat(readiness.isReadyFor(waiting)).isTrue();
        assertThatThrownBy(() -> records.make(waiting)).isInstanceOf(RecordRefusedException.class);
        assertThat(cluster.background).isEmpty();
    }

    @Test
    void shouldWaitForTopicThatBrokersDoNotKnowYet() {
        OutputRecords<String> records = records(PLAIN.toTopic(value -> "new"));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        DataRecord waiting = element("a");
        assertThat(readiness.isReadyFor(waiting)).isFalse();
        cluster.add("new", 1, Map.of()).seenFrom("new", Duration.ofSeconds(1));
        cluster.runBackground();
        assertThat(readiness.isReadyFor(waiting)).isTrue();
        assertThat(records.make(waiting).topic()).isEqualTo("new");
    }

    @Test
    void shouldChooseTopicOnceForEachRecord() {
        AtomicInteger calls = new AtomicInteger();
        OutputRecords<String> records = records(PLAIN.toTopic(value -> {
            calls.incrementAndGet();
            return "small";
        }));
        TopicReadiness readiness = new TopicReadiness(records, topics, TestSinkContext.create());
        DataRecord waiting = element("a");
        readiness.isReadyFor(waiting);
        cluster.runBackground();
        readiness.isReadyFor(waiting);
        records.make(waiting);
        assertThat(calls).hasValue(1);
    }

    @Test
    void shouldRefuseNegativePartition() {
        assertThatThrownBy(() ->
                        records(PLAIN.toPartition((value, partitions) -> -1)).make(element("a")))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("partition -1, but the topic has 4");
    }
}
