package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class PartitionReadingTest {

    private static final TopicPartition PARTITION = new TopicPartition("lines", 3);

    private static PartitionReading reading(long offset, OptionalLong end) {
        return new PartitionReading(new KafkaPosition(PARTITION, new Uuid(1, 2), offset, OptionalInt.of(1), end));
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(long... offsets) {
        return LongStream.of(offsets)
                .mapToObj(offset -> new ConsumerRecord<>(
                        "lines",
                        3,
                        offset,
                        0L,
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        new byte[0],
                        new byte[0],
                        new RecordHeaders(),
                        Optional.of((int) offset / 10)))
                .toList();
    }

    private static OffsetAndMetadata next(long offset, int epoch) {
        return new OffsetAndMetadata(offset, Optional.of(epoch), "");
    }

    @Test
    void shouldStandWhereItStartsWhenNothingWasFetched() {
        PartitionReading reading = reading(5, OptionalLong.empty());
        assertThat(reading.hasRecord()).isFalse();
        assertThat(reading.position().offset()).isEqualTo(5);
        assertThat(reading.position().leaderEpoch()).hasValue(1);
    }

    /** R02: the position is behind a hole as soon as the record behind it is known. */
    @Test
    void shouldStandAtNextRecordWhenThereIsAHole() {
        PartitionReading reading = reading(0, OptionalLong.empty());
        reading.fetched(records(3, 4, 25), next(30, 2));
        assertThat(reading.position().offset()).isEqualTo(3);
        assertThat(reading.record().offset()).isEqualTo(3);
        reading.emitted();
        assertThat(reading.position().offset()).isEqualTo(4);
        reading.emitted();
        assertThat(reading.position().offset()).isEqualTo(25);
        assertThat(reading.position().leaderEpoch()).hasValue(2);
    }

    /** R08: behind the last record come control records and records that were aborted. */
    @Test
    void shouldStandWhereConsumerGoesOnWhenAllIsEmitted() {
        PartitionReading reading = reading(0, OptionalLong.empty());
        reading.fetched(records(0), next(8, 4));
        reading.emitted();
        assertThat(reading.position().offset()).isEqualTo(8);
        assertThat(reading.position().leaderEpoch()).hasValue(4);
        reading.fetched(List.of(), next(12, 4));
        assertThat(reading.position().offset()).isEqualTo(12);
    }

    @Test
    void shouldStandBehindLastRecordWhenConsumerDoesNotSay() {
        PartitionReading reading = reading(0, OptionalLong.empty());
        reading.fetched(records(0, 1), null);
        reading.emitted();
        reading.emitted();
        assertThat(reading.position().offset()).isEqualTo(2);
        reading.fetched(List.of(), null);
        assertThat(reading.position().offset()).isEqualTo(2);
    }

    /** R01 */
    @Test
    void shouldBeAtEndWhenOnlyHolesAreLeftBeforeIt() {
        PartitionReading reading = reading(0, OptionalLong.of(10));
        reading.fetched(records(0), next(5, 0));
        reading.emitted();
        assertThat(reading.isAtEnd()).isFalse();
        reading.fetched(List.of(), next(10, 0));
        assertThat(reading.isAtEnd()).isTrue();
    }

    @Test
    void shouldLeaveOutWhatIsBehindEnd() {
        PartitionReading reading = reading(0, OptionalLong.of(2));
        reading.fetched(records(0, 1, 2, 3), next(4, 0));
        reading.emitted();
        assertThat(reading.isAtEnd()).isFalse();
        reading.emitted();
        assertThat(reading.hasRecord()).isFalse();
        assertThat(reading.isAtEnd()).isTrue();
        assertThat(reading.position().offset()).isEqualTo(2);
    }

    @Test
    void shouldBeAtEndWhenEndIsInAHole() {
        PartitionReading reading = reading(0, OptionalLong.of(3));
        reading.fetched(records(0, 7), next(8, 0));
        reading.emitted();
        assertThat(reading.isAtEnd()).isTrue();
        assertThat(reading.position().offset()).isEqualTo(3);
    }

    @Test
    void shouldBeAtEndWhenItStartsThere() {
        assertThat(reading(3, OptionalLong.of(3)).isAtEnd()).isTrue();
    }

    @Test
    void shouldFailWhenConsumerGoesBackOrRecordsAreLeft() {
        PartitionReading reading = reading(5, OptionalLong.empty());
        assertThatThrownBy(() -> reading.fetched(records(3), next(4, 0))).isInstanceOf(IllegalStateException.class);
        PartitionReading busy = reading(0, OptionalLong.empty());
        busy.fetched(records(0, 1), next(2, 0));
        assertThatThrownBy(() -> busy.fetched(records(2), next(3, 0))).isInstanceOf(IllegalStateException.class);
    }
}
