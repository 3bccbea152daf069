package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordRefusedException;
import io.millrace.api.StartRefusedException;
import io.millrace.element.DataRecord;
import io.millrace.serde.Serdes;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkWriter;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class PlainSinkWriterTest {

    private final RecordingProducer producer = new RecordingProducer(false);
    private final FixedTopics cluster = new FixedTopics(producer).add("out", 4, Map.of());
    private final TestSinkContext context = TestSinkContext.create();

    private SinkWriter<String> open(DeliveryGuarantee guarantee) {
        return open("out", guarantee, context);
    }

    @SuppressWarnings("unchecked")
    private SinkWriter<String> open(String topic, DeliveryGuarantee guarantee, TestSinkContext of) {
        var sink = (SinkConnector<String>) Kafka.at("broker:9092", cluster)
                .sink()
                .topic(topic)
                .guarantee(guarantee)
                .values(Serdes.string());
        assertThat(sink.commitLog()).isEmpty();
        return sink.openWriter(of);
    }

    private static void write(SinkWriter<String> writer, String... values) throws Exception {
        for (String value : values) {
            writer.write(new DataRecord(value, 7, null));
        }
    }

    private static CompletableFuture<Void> prepare(SinkWriter<String> writer, long checkpointId) {
        return writer.prepare(checkpointId).toCompletableFuture();
    }

    @Test
    void shouldSendAtOnceAlsoBehindBarrierWhenAtLeastOnce() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a");
        prepare(writer, 1);
        write(writer, "b");
        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void shouldLetProducerLearnTopicWhenOpened() {
        open(DeliveryGuarantee.AT_LEAST_ONCE);
        assertThat(producer.learnt).containsExactly("out");
    }

    @Test
    void shouldAcknowledgeBarrierWhenAllBeforeItIsAcknowledged() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a", "b");
        CompletableFuture<Void> prepared = prepare(writer, 1);
        write(writer, "c");
        producer.completeNext();
        assertThat(prepared).isNotDone();
        producer.completeNext();
        assertThat(prepared).isCompleted();
    }

    @Test
    void shouldFlushBesideTheTaskAtBarrier() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a");
        prepare(writer, 1);
        assertThat(producer.flushed.getCount()).isEqualTo(1);
        cluster.runBackground();
        assertThat(producer.flushed.getCount()).isZero();
    }

    @Test
    void shouldAcknowledgeEachBarrierForWhatIsBeforeItWhenSeveralAreUnderWay() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a");
        CompletableFuture<Void> first = prepare(writer, 1);
        write(writer, "b");
        CompletableFuture<Void> second = prepare(writer, 2);
        producer.completeNext();
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        producer.completeNext();
        assertThat(second).isCompleted();
    }

    @Test
    void shouldEndAttemptAndNeverAcknowledgeWhenSendFails() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a");
        CompletableFuture<Void> prepared = prepare(writer, 1);
        producer.errorNext(new TimeoutException("too late"));
        assertThat(prepared).isNotDone();
        assertThat(context.operator().failures())
                .singleElement()
                .isInstanceOfSatisfying(
                        AttemptFailedException.class,
                        e -> assertThat(e)
                                .hasMessageContaining("sink 'out'")
                                .hasMessageContaining("topic 'out' failed: too late"));
    }

    /** S08 */
    @Test
    void shouldSayThatRecordIsRefusedWhenBrokersDoNotTakeIt() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.AT_LEAST_ONCE);
        write(writer, "a");
        producer.errorNext(new RecordTooLargeException("larger than the topic takes"));
        assertThat(context.operator().failures()).singleElement().isInstanceOf(RecordRefusedException.class);
    }

    @Test
    void shouldCountLossesAndGoOnWhenNothingIsPromised() throws Exception {
        SinkWriter<String> writer = open(DeliveryGuarantee.NONE);
        write(writer, "a", "b");
        assertThat(prepare(writer, 1)).isCompleted();
        producer.errorNext(new TimeoutException("too late"));
        producer.completeNext();
        assertThat(context.operator().failures()).isEmpty();
        assertThat(context.operator()
                        .registry()
                        .get("millrace.kafka.sink.records.lost")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void shouldCloseWhatIsOpenAndRefuseStartWhenProducerCannotBeMade() {
        cluster.failProducers(new KafkaException("no such interceptor"));
        assertThatThrownBy(() -> open(DeliveryGuarantee.AT_LEAST_ONCE))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("sink 'out' could not make its Kafka producer: no such interceptor");
        assertThat(cluster.openAdmins()).isZero();
    }

    @Test
    void shouldNotWriteToCommitTopicThatAnotherConnectionNames() {
        cluster.add("decisions", 1, Map.of("cleanup.policy", "compact"));
        try (KafkaCommitLog commitLog = cluster.commitLog("decisions")) {
            TestSinkContext beside = TestSinkContext.create(commitLog);
            assertThatThrownBy(() -> open("decisions", DeliveryGuarantee.NONE, beside))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("'decisions', which is the job's commit topic");
        }
        assertThat(cluster.openAdmins()).isZero();
    }

    @Test
    void shouldRefuseCommitTopicBeforeAnythingIsOpened() {
        SinkConnector<?> sink =
                (SinkConnector<?>) Kafka.at("broker:9092", cluster).deadLetters("millrace-job-commits");
        assertThatThrownBy(() -> sink.check("job"))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'millrace-job-commits', which is the job's commit topic");
        assertThat(cluster.openAdmins()).isZero();
    }

    @Test
    void shouldNameTopicOfRecordThatWasNotWrittenWhenRecordsNameThem() throws Exception {
        cluster.add("chosen", 1, Map.of());
        @SuppressWarnings("unchecked")
        var sink = (SinkConnector<String>) Kafka.at("broker:9092", cluster)
                .sink()
                .guarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .records(KafkaRecordSerializer.of(
                                (String value) -> value, Serdes.string(), value -> value, Serdes.string())
                        .toTopic(value -> "chosen"));
        write(sink.openWriter(context), "a");
        producer.errorNext(new TimeoutException("too late"));
        assertThat(context.operator().failures())
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessageContaining("writing to topic 'chosen' failed: too late"));
    }

    @Test
    void shouldLetProducerSendWhatItHasWhenClosed() throws Exception {
        open(DeliveryGuarantee.NONE).close();
        assertThat(producer.closes)
                .singleElement()
                .satisfies(bound -> assertThat(bound).isPositive());
    }

    @Test
    void shouldConfigureProducerByWhatIsPromised() {
        ClientSettings settings = ClientSettings.of("broker:9092").with("compression.type", "zstd");
        assertThat(ProducerSettings.plain(settings, DeliveryGuarantee.AT_LEAST_ONCE, "client")
                        .config())
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("compression.type", "zstd")
                .doesNotContainKey("transactional.id");
        assertThat(ProducerSettings.plain(settings, DeliveryGuarantee.NONE, "client")
                        .config())
                .containsEntry("acks", "1")
                .containsEntry("enable.idempotence", false);
    }
}
