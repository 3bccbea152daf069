package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.api.SerdeException;
import io.millrace.element.Origin;
import io.millrace.metrics.MetricNames;
import io.millrace.serde.Serdes;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader.Status;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitNews;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;

class KafkaSourceReaderTest {

    private static final TopicPartition FIRST = new TopicPartition("lines", 0);
    private static final TopicPartition SECOND = new TopicPartition("lines", 1);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final Deque<CompletableFuture<Void>> verifications = new ArrayDeque<>();
    private final TestOperator operator = TestOperator.of("job", "lines", this::verify);
    private boolean verified = true;
    private Runnable metadataUpdated;
    private final Collected<String> out = new Collected<>();

    private KafkaSourceReader<String> reader(OptionalLong end, TopicPartition... partitions) {
        List<KafkaPosition> start = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            start.add(new KafkaPosition(partition, new Uuid(1, 2), 0, OptionalInt.empty(), end));
        }
        return reader(new SerdeDeserializers.Values<>(Serdes.string()), false, LossPolicy.FAIL, start);
    }

    private CompletionStage<Void> verify() {
        CompletableFuture<Void> verification = new CompletableFuture<>();
        verifications.add(verification);
        if (verified) {
            verification.complete(null);
        }
        return verification;
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
    void shouldOnlyKeepPositionsOfMissingPartitions() throws Exception {
        KafkaPosition missing =
                new KafkaPosition(SECOND, new Uuid(1, 2), 7, OptionalInt.empty(), OptionalLong.of(9)).missing(5);
        KafkaPosition first = new KafkaPosition(FIRST, new Uuid(1, 2), 0, OptionalInt.empty(), OptionalLong.of(1));

        KafkaSourceReader<String> reader = reader(
                new SerdeDeserializers.Values<>(Serdes.string()), false, LossPolicy.CONTINUE, List.of(missing, first));

        assertThat(consumer.assignment()).containsExactly(FIRST);
        assertThat(reader.positions()).containsExactly(missing.toSplit(), first.toSplit());
        add(FIRST, 0, "a");
        assertThat(reader.read(out)).isEqualTo(Status.END);
        assertThat(reader.positions()).contains(missing.toSplit());
    }

    @Test
    void shouldWaitWithMissingPartitionsUntilThereIsOneToRead() throws Exception {
        // given
        KafkaPosition missing =
                new KafkaPosition(SECOND, new Uuid(1, 2), 7, OptionalInt.empty(), OptionalLong.empty()).missing(5);
        KafkaPosition found = new KafkaPosition(FIRST, new Uuid(1, 2), 0, OptionalInt.empty(), OptionalLong.empty());
        WaitingReader<String> reader = new WaitingReader<>(
                false,
                List.of(missing.toSplit()),
                splits -> reader(
                        new SerdeDeserializers.Values<>(Serdes.string()),
                        false,
                        LossPolicy.CONTINUE,
                        splits.stream().map(KafkaPosition::of).toList()));
        assertThat(reader.read(out)).isEqualTo(Status.IDLE);
        assertThat(reader.positions()).containsExactly(missing.toSplit());

        // when
        reader.update(new SplitNews(List.of(found.toSplit()), Set.of()));

        // then
        assertThat(consumer.assignment()).containsExactly(FIRST);
        assertThat(reader.positions()).containsExactly(missing.toSplit(), found.toSplit());
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
        return reader(deserializer, true, LossPolicy.FAIL, List.of(at(FIRST, 0)));
    }

    private static KafkaPosition at(TopicPartition partition, long offset) {
        return new KafkaPosition(partition, new Uuid(1, 2), offset, OptionalInt.empty(), OptionalLong.empty());
    }

    private <T> KafkaSourceReader<T> reader(
            RecordDeserializer<T> deserializer, boolean keepsRaw, LossPolicy policy, List<KafkaPosition> start) {
        ReaderContext context = operator.reader(0, 1, keepsRaw, List.of());
        return new KafkaSourceReader<>(
                listener -> {
                    metadataUpdated = listener;
                    return consumer;
                },
                deserializer,
                new LostRecords(policy, "lines", operator.metrics()),
                context,
                start);
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
        consumer.updateEndOffsets(Map.of(FIRST, 20L));
        assertThatThrownBy(() -> reader.read(out))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("Partition lines-0")
                .hasMessageContaining("offset 0 is wanted")
                .hasMessageContaining("is left is 12");
    }

    /** R06 */
    @Test
    void shouldGoOnBehindWhatIsGoneWhenItMay() throws Exception {
        KafkaSourceReader<String> reader = reader(
                new SerdeDeserializers.Values<>(Serdes.string()), false, LossPolicy.CONTINUE, List.of(at(FIRST, 0)));
        consumer.updateBeginningOffsets(Map.of(FIRST, 12L));
        consumer.updateEndOffsets(Map.of(FIRST, 20L));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 0L)));
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(offsets(reader)).containsExactly("lines-0@12");
        add(FIRST, 12, "left");
        reader.read(out);
        assertThat(out.values).containsExactly("left");
        assertThat(operator.registry()
                        .get(MetricNames.SOURCE_LOST_RECORDS)
                        .counter()
                        .count())
                .isEqualTo(12);
    }

    @Test
    void shouldGoOnWhereTruncatedLogDivergesWhenItMay() throws Exception {
        List<KafkaPosition> start = List.of(at(FIRST, 8));
        var values = new SerdeDeserializers.Values<>(Serdes.string());
        consumer.updateBeginningOffsets(Map.of(FIRST, 0L));
        consumer.updateEndOffsets(Map.of(FIRST, 20L));
        RuntimeException truncated =
                new LogTruncationException("truncated", Map.of(FIRST, 8L), Map.of(FIRST, new OffsetAndMetadata(5)));
        KafkaSourceReader<String> stopping = reader(values, false, LossPolicy.FAIL, start);
        consumer.setPollException((KafkaException) truncated);
        assertThatThrownBy(() -> stopping.read(out))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("offset 8 is wanted")
                .hasMessageContaining("only up to 5, so 3 records");

        KafkaSourceReader<String> going = reader(values, false, LossPolicy.CONTINUE, start);
        consumer.setPollException((KafkaException) truncated);
        assertThat(going.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(offsets(going)).containsExactly("lines-0@5");
    }

    private double counted(String metric) {
        return operator.registry().get(metric).counter().count();
    }

    private KafkaSourceReader<String> reader(LossPolicy policy, KafkaPosition start) {
        return reader(new SerdeDeserializers.Values<>(Serdes.string()), false, policy, List.of(start));
    }

    private void holdsOnly(long beginning, long end) {
        consumer.updateBeginningOffsets(Map.of(FIRST, beginning));
        consumer.updateEndOffsets(Map.of(FIRST, end));
    }

    /** R06 */
    @Test
    void shouldEndWhenLossCarriesItPastItsEnd() throws Exception {
        KafkaSourceReader<String> reader =
                reader(LossPolicy.CONTINUE, at(FIRST, 0).endingAt(OptionalLong.of(10)));
        holdsOnly(12, 20);
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 0L)));
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(reader.read(out)).isEqualTo(Status.END);
        assertThat(counted(MetricNames.SOURCE_LOST_RECORDS)).isEqualTo(10);
    }

    /** R06 */
    @Test
    void shouldEmitWhatIsAtHandBeforeItGoesOnBehindALoss() throws Exception {
        // given: records that are held back
        verified = false;
        KafkaSourceReader<String> reader = reader(LossPolicy.CONTINUE, at(FIRST, 0));
        add(FIRST, 0, "a");
        add(FIRST, 1, "b");
        metadataUpdated.run();
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);

        // when: what follows them is gone
        holdsOnly(12, 20);
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 2L)));
        reader.awaitInput(Duration.ofMillis(1));
        verifications.forEach(each -> each.complete(null));

        // then
        out.room = 1;
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(offsets(reader)).containsExactly("lines-0@1");
        out.room = 1;
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isZero();
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactly("a", "b");
        assertThat(offsets(reader)).containsExactly("lines-0@12");
        assertThat(counted(MetricNames.SOURCE_LOST_RECORDS)).isEqualTo(10);
    }

    @Test
    void shouldTakeTruncationFromAnUnknownOffsetOnForALoss() throws Exception {
        KafkaPosition start = at(FIRST, 8).at(8, OptionalInt.of(5));
        holdsOnly(0, 20);
        RuntimeException truncated = new LogTruncationException("truncated", Map.of(FIRST, 8L), Map.of());
        KafkaSourceReader<String> stopping = reader(LossPolicy.FAIL, start);
        consumer.setPollException((KafkaException) truncated);
        assertThatThrownBy(() -> stopping.read(out))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("lines-0")
                .hasMessageContaining("nothing of epoch 5");

        // when
        KafkaSourceReader<String> going = reader(LossPolicy.CONTINUE, start);
        consumer.setPollException((KafkaException) truncated);
        assertThat(going.read(out)).isEqualTo(Status.PROGRESS);

        // then: without the epoch, by which the consumer would find the same again
        assertThat(going.positions()).containsExactly(at(FIRST, 8).toSplit());
        assertThat(counted(MetricNames.SOURCE_LOSSES)).isEqualTo(1);
    }

    @Test
    void shouldGoOnAtTheEndWhenLogIsTruncatedFromAnUnknownOffsetOn() throws Exception {
        KafkaSourceReader<String> reader = reader(LossPolicy.CONTINUE, at(FIRST, 8));
        holdsOnly(0, 5);
        consumer.setPollException(new LogTruncationException("truncated", Map.of(FIRST, 8L), Map.of()));
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(offsets(reader)).containsExactly("lines-0@5");
    }

    /** R05 */
    @Test
    void shouldNotEndBeforeTopicsAreVerified() throws Exception {
        verified = false;
        KafkaSourceReader<String> reader = reader(OptionalLong.of(1), FIRST);
        add(FIRST, 3, "behind the end");
        metadataUpdated.run();
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        verifications.remove().complete(null);
        assertThat(reader.read(out)).isEqualTo(Status.END);
    }

    /** R05: such as by a topic without leader, whose metadata the consumer asks for again and again. */
    @Test
    void shouldEmitOnceVerifiedThoughMetadataIsUpdatedMeanwhile() throws Exception {
        // given
        verified = false;
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "a");
        metadataUpdated.run();
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);

        // when
        metadataUpdated.run();
        reader.awaitInput(Duration.ofMillis(1));
        verifications.remove().complete(null);
        metadataUpdated.run();

        // then: what is fetched from here on is held back again
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        assertThat(out.values).containsExactly("a");
        add(FIRST, 1, "b");
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        assertThat(out.values).containsExactly("a");
    }

    /** R05: it may be another topic, and only the enumerator can tell. */
    @Test
    void shouldAskForTheTopicBeforeItBlamesTheLog() throws Exception {
        verified = false;
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        consumer.updateBeginningOffsets(Map.of(FIRST, 12L));
        consumer.updateEndOffsets(Map.of(FIRST, 20L));
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(FIRST, 0L)));
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        verifications.remove().complete(null);
        assertThatThrownBy(() -> reader.read(out)).isInstanceOf(DamagedException.class);
    }

    /** R05: what was fetched by new metadata is not emitted before its topic is known to be the same. */
    @Test
    void shouldHoldRecordsBackUntilTopicsAreVerifiedWhenMetadataIsUpdated() throws Exception {
        // given
        verified = false;
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "of which topic?");
        metadataUpdated.run();

        // when, then
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        add(FIRST, 1, "more");
        reader.awaitInput(Duration.ofMillis(1));
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        assertThat(out.values).isEmpty();
        assertThat(offsets(reader)).containsExactly("lines-0@0");
        assertThat(verifications).hasSize(1);

        // when
        verifications.remove().complete(null);

        // then
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        reader.read(out);
        assertThat(out.values).containsExactly("of which topic?", "more");
        assertThat(verifications).isEmpty();
    }

    @Test
    void shouldReadPartitionsThatAreAddedWithoutMovingOthers() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        add(FIRST, 0, "a");
        reader.read(out);
        reader.update(new SplitNews(List.of(at(SECOND, 5).toSplit()), Set.of()));
        assertThat(offsets(reader)).containsExactly("lines-0@1", "lines-1@5");
        add(FIRST, 1, "b");
        add(SECOND, 5, "c");
        reader.read(out);
        assertThat(out.values).containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void shouldSayThatItIsBlockedRatherThanIdle() throws Exception {
        KafkaSourceReader<String> reader = reader(OptionalLong.empty(), FIRST);
        reader.update(new SplitNews(List.of(), Set.of("lines-0", "lines-7")));
        assertThat(reader.read(out)).isEqualTo(Status.BLOCKED);
        add(FIRST, 0, "a");
        assertThat(reader.read(out)).isEqualTo(Status.PROGRESS);
        reader.update(new SplitNews(List.of(), Set.of("lines-7"))); // another reader's
        assertThat(reader.read(out)).isEqualTo(Status.IDLE);
    }

    @Test
    void shouldBecomeReaderWhenTaskWithoutPartitionGetsOne() throws Exception {
        try (WaitingReader<String> waiting =
                new WaitingReader<>(false, List.of(), splits -> reader(OptionalLong.empty(), FIRST))) {
            waiting.update(SplitNews.NONE);
            assertThat(waiting.read(out)).isEqualTo(Status.IDLE);
            waiting.update(new SplitNews(List.of(at(FIRST, 0).toSplit()), Set.of("lines-0")));
            assertThat(waiting.read(out)).isEqualTo(Status.BLOCKED);
            add(FIRST, 0, "a");
            waiting.awaitInput(Duration.ofMillis(1));
            waiting.read(out);
            assertThat(out.values).containsExactly("a");
            assertThat(waiting.positions())
                    .extracting(KafkaSourceReaderTest::offset)
                    .containsExactly("lines-0@1");
        }
        assertThat(consumer.closed()).isTrue();
    }

    /** R14 */
    @Test
    void shouldDeliverWhatARecordLacksAsNull() throws Exception {
        Collected<KafkaRecord<String, String>> whole = new Collected<>();
        KafkaSourceReader<KafkaRecord<String, String>> reader = reader(
                new SerdeDeserializers.Whole<>(Serdes.string(), Serdes.string()),
                false,
                LossPolicy.FAIL,
                List.of(at(FIRST, 0)));
        ConsumerRecord<byte[], byte[]> headerOnly = new ConsumerRecord<>(FIRST.topic(), 0, 0, null, null);
        headerOnly.headers().add("trace", new byte[] {1});
        consumer.addRecord(headerOnly);
        consumer.addRecord(new ConsumerRecord<>(FIRST.topic(), 0, 1, new byte[] {'k'}, null));
        consumer.addRecord(new ConsumerRecord<>(FIRST.topic(), 0, 2, null, new byte[] {'v'}));
        reader.read(whole);
        assertThat(whole.values).extracting(KafkaRecord::key).containsExactly(null, "k", null);
        assertThat(whole.values).extracting(KafkaRecord::value).containsExactly(null, null, "v");
        assertThat(whole.values.get(0).headers().lastHeader("trace").value()).containsExactly(1);
        assertThat(offsets(reader)).containsExactly("lines-0@3");
    }

    @Test
    void shouldCloseConsumer() {
        reader(OptionalLong.empty(), FIRST).close();
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void shouldIdleOrEndWhenThereIsNoPartition() throws Exception {
        try (WaitingReader<String> unbounded = new WaitingReader<>(false, List.of(), splits -> null);
                WaitingReader<String> bounded = new WaitingReader<>(true, List.of(), splits -> null)) {
            assertThat(unbounded.read(out)).isEqualTo(Status.IDLE);
            assertThat(bounded.read(out)).isEqualTo(Status.END);
            unbounded.wakeup();
            unbounded.awaitInput(Duration.ofDays(1));
            assertThat(unbounded.positions()).isEmpty();
        }
    }

    private static final class Collected<T> implements SourceOutput<T> {

        private final List<T> values = new ArrayList<>();
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
        public void emit(T value, long timestamp, Origin origin) {
            room--;
            values.add(value);
            origins.add(origin.describe());
            elements.add(origin);
        }
    }
}
