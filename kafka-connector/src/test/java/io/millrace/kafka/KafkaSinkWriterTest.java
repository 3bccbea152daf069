package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.serde.Serdes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KafkaSinkWriterTest {

    private static final KafkaOrigin ORIGIN = new KafkaOrigin(new TopicPartition("lines", 3), 4711);
    private static final ProducerSettings SETTINGS =
            ProducerSettings.of(ClientSettings.of("broker:9092").with("buffer.memory", 10_000), "id", "client");

    private final RecordingProducer producer = new RecordingProducer(false);
    private final List<Throwable> failures = new ArrayList<>();
    private final TransactionOwner transaction = new TransactionOwner(
            "job",
            new ProducerClients(producer, new ManualClock()),
            Map.of(),
            new TransactionTimeout(Duration.ofSeconds(10)),
            failures::add);
    private KafkaSinkWriter<String> writer;

    @BeforeEach
    void open() {
        transaction.open();
        writer = writer();
    }

    private KafkaSinkWriter<String> writer() {
        return writer(new SerdeSerializers.Values<>(Serdes.string()));
    }

    private KafkaSinkWriter<String> writer(KafkaRecordSerializer<String> serializer) {
        TopicCatalog topics = new FixedTopics(producer).catalog();
        OutputRecords<String> records = new OutputRecords<>(
                serializer,
                new TopicRules(
                        "out",
                        1,
                        new RecordLimit(1000, "max.request.size"),
                        Optional.empty(),
                        false,
                        TimestampLimits.NONE),
                topics);
        TestSinkContext context = TestSinkContext.create();
        return new KafkaSinkWriter<>(
                records, new TopicReadiness(records, topics, context), transaction, SETTINGS, context);
    }

    @AfterEach
    void close() {
        transaction.close();
    }

    private void write(String... values) {
        for (String value : values) {
            writer.write(new DataRecord(value, 7, ORIGIN));
        }
    }

    private CompletableFuture<Void> prepare(long checkpointId) {
        return writer.prepare(checkpointId).toCompletableFuture();
    }

    private List<String> sent() {
        return producer.uncommittedRecords().stream()
                .map(ProducerRecord::value)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .toList();
    }

    private void acknowledgeAll() {
        while (producer.completeNext()) {
            // the next
        }
    }

    @Test
    void shouldSendAtOnceAndBePreparedWhenAllIsAcknowledged() {
        write("a", "b");
        assertThat(sent()).containsExactly("a", "b");
        assertThat(producer.uncommittedRecords().get(0).timestamp()).isEqualTo(7);

        CompletableFuture<Void> prepared = prepare(1);
        producer.completeNext();
        assertThat(prepared).isNotDone();
        producer.completeNext();
        assertThat(prepared).isCompleted();
    }

    @Test
    void shouldSendHeldRecordsOnlyWhenCommitted() {
        prepare(1);
        write("a", "b");
        assertThat(sent()).isEmpty();
        writer.committed(1);
        assertThat(sent()).containsExactly("a", "b");
    }

    @Test
    void shouldPrepareNextCheckpointOnlyWhenItsRecordsAreSentAndAcknowledged() {
        prepare(1);
        write("a");
        CompletableFuture<Void> second = prepare(2);
        write("b");
        acknowledgeAll();
        assertThat(second).isNotDone();

        writer.committed(1);
        assertThat(sent()).containsExactly("a");
        assertThat(second).isNotDone();
        acknowledgeAll();
        assertThat(second).isCompleted();
        writer.committed(2);
        assertThat(sent()).containsExactly("a", "b");
    }

    /** S14 */
    @Test
    void shouldWaitForAllOfItWhenEarlierCheckpointWasGivenUp() {
        write("a");
        prepare(1);
        write("b");
        CompletableFuture<Void> second = prepare(2);
        writer.aborted(1);
        assertThat(sent()).containsExactly("a", "b");
        producer.completeNext();
        assertThat(second).isNotDone();
        acknowledgeAll();
        assertThat(second).isCompleted();
    }

    /** S14 */
    @Test
    void shouldGoOnHoldingWhenLaterCheckpointWasGivenUp() {
        prepare(1);
        write("a");
        prepare(2);
        write("b");
        writer.aborted(2);
        assertThat(sent()).isEmpty();
        writer.committed(1);
        assertThat(sent()).containsExactly("a", "b");
    }

    @Test
    void shouldHaveNoRoomWhenHalfOfProducersMemoryIsHeld() {
        prepare(1);
        String value = "x".repeat(900);
        for (int i = 0; i < 5; i++) {
            assertThat(writer.hasRoom()).isTrue();
            write(value);
        }
        write(value); // a call into user code may emit more than there is room for
        assertThat(writer.hasRoom()).isFalse();
        writer.committed(1);
        assertThat(sent()).hasSize(6);
    }

    @Test
    void shouldShareRoomWhenThereAreMoreWriters() {
        KafkaSinkWriter<String> other = writer();
        prepare(1);
        for (int i = 0; i < 3; i++) {
            write("x".repeat(900));
        }
        assertThat(writer.hasRoom()).isFalse();
        other.close(); // nobody would wake this one for it
        assertThat(writer.hasRoom()).isFalse();
        writer.committed(1);
        assertThat(writer.hasRoom()).isTrue();
    }

    @Test
    void shouldNameTopicAndOriginWhenRecordCannotBeSerialized() {
        KafkaSinkWriter<String> broken = writer(KafkaRecordSerializer.of(
                value -> value, Serdes.string(), value -> Long.parseLong(value), Serdes.longs()));
        assertThatThrownBy(() -> broken.write(new DataRecord("twelve", 7, ORIGIN)))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("topic 'out' from lines-3@4711")
                .hasMessageContaining("twelve");
    }

    /** S08 */
    @Test
    void shouldSendNothingWhenRecordIsTooLarge() {
        assertThatThrownBy(() -> write("x".repeat(1000))).isInstanceOf(SerdeException.class);
        assertThat(sent()).isEmpty();
        assertThat(failures).isEmpty();
    }

    /** The producer refuses what does not fit into its memory, and its transaction would be lost with it. */
    @Test
    void shouldLimitRecordsByProducersMemoryWhereThatIsSmaller() {
        assertThat(SETTINGS.recordLimit()).isEqualTo(new RecordLimit(10_000, "buffer.memory"));
        assertThat(ProducerSettings.of(ClientSettings.of("broker:9092"), "id", "client")
                        .recordLimit())
                .isEqualTo(new RecordLimit(1024 * 1024, "max.request.size"));
    }

    @Test
    void shouldLetProducerChooseTimeWhenRecordHasNone() {
        writer.write(new DataRecord("a", DataRecord.NO_TIMESTAMP, null));
        assertThat(producer.uncommittedRecords().get(0).timestamp()).isNull();
    }
}
