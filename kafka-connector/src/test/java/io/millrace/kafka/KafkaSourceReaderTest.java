package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.api.SerdeException;
import io.millrace.element.Origin;
import io.millrace.serde.Serdes;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader.Status;
import io.millrace.spi.SourceSplit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

class KafkaSourceReaderTest {

    private static final TopicPartition FIRST = new TopicPartition("lines", 0);
    private static final TopicPartition SECOND = new TopicPartition("lines", 1);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Collected out = new Collected();

    private KafkaSourceReader<String> reader(OptionalLong end, TopicPartition... partitions) {
        List<KafkaPosition> start = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            start.add(new KafkaPosition(partition, new Uuid(1, 2), 0, OptionalInt.empty(), end));
        }
        return new KafkaSourceReader<>(consumer, new SerdeDeserializers.Values<>(Serdes.string()), false, start);
    }

    private void add(TopicPartition partition, long offset, String value) {
        consumer.addRecord(new ConsumerRecord<>(
                partition.topic(), partition.partition(), offset, null, value.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> offsets(KafkaSourceReader<?> reader) {
        return reader.positions().stream().map(KafkaSourceReaderTest::offset).toList();
    }

    private static String offset(SourceSplit split) {
        return split.id() + "@" + split.position().get("offset");
    }

    @Test
    void shouldEmitWhatIsAtHandAndSayWhetherThereWasAny() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST, SECOND);
        add(FIRST, 0, "a");
        add(SECOND, 0, "b");
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactlyInAnyOrder("a", "b");
        assertThat(out.origins).containsExactlyInAnyOrder("lines-0@0", "lines-1@0");
        assertThat(reader.read(out)).isEqualTo(Status.IDLE);
    }

    @Test
    void shouldStandBehindLastEmittedRecordWhenThereIsNoRoom() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "a");
        add(FIRST, 4, "b");
        add(FIRST, 5, "c");
        out.room = 1;
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactly("a");
        assertThat(offsets(reader)).containsExactly("lines-0@4");

        out.room = 0;
        reader.awaitInput(Duration.ofDays(1)); // something is at hand, so this does not wait
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        out.room = 10;
        reader.read(out);
        assertThat(out.values).containsExactly("a", "b", "c");
        assertThat(offsets(reader)).containsExactly("lines-0@6");
    }

    @Test
    void shouldKeepWhatAWaitBrought() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "a");
        reader.awaitInput(Duration.ofMillis(1));
        assertThat(offsets(reader)).containsExactly("lines-0@0");
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactly("a");
    }

    @Test
    void shouldLoseNothingWhenConsumerIsWoken() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "a");
        consumer.wakeup();
        assertThat(reader.read(out)).isEqualTo(Status.IDLE);
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactly("a");
    }

    @Test
    void shouldEndWhenAllPartitionsAreAtTheirEnd() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.of(1), FIRST, SECOND);
        add(FIRST, 0, "a");
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(reader.read(out)).isEqualTo(Status.IDLE);
        assertThat(consumer.paused()).containsExactly(FIRST);
        add(SECOND, 0, "b");
        assertThat(reader.read(out)).isEqualTo(Status.END);
        assertThat(reader.read(out)).isEqualTo(Status.END);
        assertThat(offsets(reader)).containsExactly("lines-0@1", "lines-1@1");
    }

    @Test
    void shouldEndAtOnceWhenItStartsAtEnd() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.of(0), FIRST);
        assertThat(reader.read(out)).isEqualTo(Status.END);
    }

    private KafkaSourceReader<String> reader(RecordDeserializer<String> deserializer) {
        return new KafkaSourceReader<>(
                consumer,
                deserializer,
                true,
                List.of(new KafkaPosition(FIRST, new Uuid(1, 2), 0, OptionalInt.empty(), OptionalLong.empty())));
    }

    private static String readUnlessBad(ConsumerRecord<byte[], byte[]> raw) {
        String value = new String(raw.value(), StandardCharsets.UTF_8);
        if (value.startsWith("bad")) {
            throw new IllegalArgumentException("no such thing");
        }
        return value;
    }

    /** R15 */
    @Test
    void shouldTellOfRecordThatCannotBeReadAndMoveOnBehindIt() throws Exception {
        KafkaSourceReader<String> reader = reader(KafkaSourceReaderTest::readUnlessBad);
        add(FIRST, 3, "bad \"one\"\n");
        add(FIRST, 4, "good");
        reader.read(out);
        assertThat(out.values).containsExactly("good");
        assertThat(out.failures)
                .singleElement()
                .asString()
                .contains("topic 'lines', partition 0, offset 3: no such thing")
                .contains("its value 10 bytes: \"bad \\\"one\\\"\\x0a\"");
        assertThat(out.unreadable.get(0).raw().orElseThrow().value())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("bad \"one\"\n");
        assertThat(offsets(reader)).containsExactly("lines-0@5");
    }

    /** R15: the position stays before the record. */
    @Test
    void shouldStopBeforeRecordThatCannotBeReadWhenTaskFailsOnIt() {
        KafkaSourceReader<String> reader = reader(KafkaSourceReaderTest::readUnlessBad);
        add(FIRST, 3, "bad");
        out.failing = true;
        assertThatThrownBy(() -> reader.read(out)).isInstanceOf(SerdeException.class);
        assertThat(offsets(reader)).containsExactly("lines-0@3");
    }

    @Test
    void shouldNotBlameTheRecordWhenWorldIsBroken() {
        KafkaSourceReader<String> reader = reader(raw -> {
            throw new InterruptException("while asking a schema registry");
        });
        add(FIRST, 3, "a");
        assertThatThrownBy(() -> reader.read(out)).isInstanceOf(InterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(out.failures).isEmpty();
    }

    @Test
    void shouldKeepRecordsAsTheyWereReadOnlyWhenAskedTo() throws Exception {
        KafkaSourceReader<String> keeping = reader(KafkaSourceReaderTest::readUnlessBad);
        add(FIRST, 3, "a");
        keeping.read(out);
        assertThat(out.elements.get(0).raw().orElseThrow())
                .satisfies(raw -> assertThat(raw.offset()).isEqualTo(3));

        add(FIRST, 4, "b");
        reader(OptionalLong.empty(), FIRST).read(out);
        assertThat(out.elements.get(out.elements.size() - 1).raw()).isEmpty();
    }

    /** R06 */
    @Test
    void shouldStopWhenOffsetIsOutOfRange() {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        consumer.updateBeginningOffsets(Map.of(FIRST, 12L));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 0L)));
        assertThatThrownBy(() -> reader.read(out))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("{lines-0=0}")
                .hasMessageContaining("{lines-0=12}");
    }

    @Test
    void shouldCloseConsumer() {
        reader(OptionalLong.empty(), FIRST).close();
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void shouldIdleOrEndWhenThereIsNoPartition() throws Exception {
        try (IdleReader<String> unbounded = new IdleReader<>(false);
                IdleReader<String> bounded = new IdleReader<>(true)) {
            assertThat(unbounded.read(out)).isEqualTo(Status.IDLE);
            assertThat(bounded.read(out)).isEqualTo(Status.END);
            unbounded.wakeup();
            unbounded.awaitInput(Duration.ofDays(1));
            assertThat(unbounded.positions()).isEmpty();
        }
    }

    private static final class Collected implements SourceOutput<String> {

        private final List<String> values = new ArrayList<>();
        private final List<String> origins = new ArrayList<>();
        private final List<SerdeException> failures = new ArrayList<>();
        private final List<Origin> unreadable = new ArrayList<>();
        private final List<Origin> elements = new ArrayList<>();
        private int room = 100;
        private boolean failing;

        @Override
        public boolean hasRoom() {
            return room > 0;
        }

        @Override
        public void failed(SerdeException error, long timestamp, Origin origin) {
            room--;
            if (failing) {
                throw error;
            }
            failures.add(error);
            unreadable.add(origin);
        }

        @Override
        public void emit(String value, long timestamp, Origin origin) {
            room--;
            values.add(value);
            origins.add(origin.describe());
            elements.add(origin);
        }
    }
}
