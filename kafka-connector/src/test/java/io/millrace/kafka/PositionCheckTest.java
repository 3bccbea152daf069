package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class PositionCheckTest {

    private static final TopicPartition PARTITION = new TopicPartition("lines", 3);
    private static final Uuid ID = new Uuid(1, 2);
    private static final Uuid OTHER = new Uuid(3, 4);

    private static KafkaPosition at(long offset) {
        return new KafkaPosition(PARTITION, ID, offset, OptionalInt.of(6), OptionalLong.empty());
    }

    private static Loss inLog(KafkaPosition position, long earliest, long end) {
        return PositionCheck.inLog(position, LogOffset.of(earliest), LogOffset.of(end))
                .orElse(null);
    }

    private static Loss ofTopic(KafkaPosition position, Map<TopicPartition, Uuid> partitions) {
        return PositionCheck.ofTopic(position, partitions, partition -> LogOffset.of(2))
                .orElse(null);
    }

    @Test
    void shouldAllowWhatIsInTheLog() {
        assertThat(ofTopic(at(5), Map.of(PARTITION, ID))).isNull();
        assertThat(inLog(at(5), 5, 5)).isNull();
        assertThat(inLog(at(5), 0, 9)).isNull();
    }

    /** R05 */
    @Test
    void shouldNameBothIdsAndGoOnAtTheBeginningWhenTopicIsAnotherOne() {
        // when
        Loss loss = ofTopic(at(5).endingAt(OptionalLong.of(9)), Map.of(PARTITION, OTHER));

        // then: its old end means nothing there
        assertThat(loss.message()).contains("Topic 'lines'", ID.toString(), OTHER.toString());
        assertThat(loss.goOn())
                .contains(new KafkaPosition(PARTITION, OTHER, 2, OptionalInt.empty(), OptionalLong.empty()));
    }

    /** R05 */
    @Test
    void shouldHaveNothingToGoOnWithWhenPartitionIsGone() {
        Loss loss = ofTopic(at(5), Map.of(new TopicPartition("lines", 0), ID));
        assertThat(loss.message()).contains("has only 1 partitions");
        assertThat(loss.goOn()).isEmpty();
    }

    /** R06 */
    @Test
    void shouldNameLostCountWhenRetentionWentPastPosition() {
        Loss loss = inLog(at(5), 12, 20);
        assertThat(loss.message())
                .contains("Partition lines-3", "offset 5 is wanted", "is left is 12", "up to 7 records");
        assertThat(loss.records()).isEqualTo(7);
        assertThat(loss.goOn()).contains(at(12).at(12, OptionalInt.empty()));
    }

    /** R06: what lies behind the end of a bounded input is not missed. */
    @Test
    void shouldCountLostRecordsUpToTheEndOfInput() {
        assertThat(inLog(at(5).endingAt(OptionalLong.of(9)), 12, 20).records()).isEqualTo(4);
    }

    /** R06: of a bounded input that was read to its end nothing can be lost. */
    @Test
    void shouldAllowDeletedRecordsWhenInputHasEnded() {
        assertThat(inLog(at(5).endingAt(OptionalLong.of(5)), 12, 20)).isNull();
    }

    @Test
    void shouldGoOnAtTheEndWhenLogIsShorterThanPosition() {
        Loss loss = inLog(at(5), 0, 3);
        assertThat(loss.message()).contains("2 records that the job's state rests on are gone");
        assertThat(loss.records()).isEqualTo(2);
        assertThat(loss.goOn()).contains(at(3).at(3, OptionalInt.empty()));
    }
}
