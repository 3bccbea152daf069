package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class RestoredPositionsTest {

    private static final TopicPartition PARTITION = new TopicPartition("lines", 3);
    private static final Uuid ID = new Uuid(1, 2);

    private static KafkaPosition at(long offset) {
        return new KafkaPosition(PARTITION, ID, offset, OptionalInt.empty(), OptionalLong.empty());
    }

    @Test
    void shouldAllowWhatIsInTheLog() {
        assertThatCode(() -> {
                    RestoredPositions.requireSameTopic(at(5), Map.of(PARTITION, ID));
                    RestoredPositions.requireInLog(at(5), 5, 5);
                    RestoredPositions.requireInLog(at(5), 0, 9);
                })
                .doesNotThrowAnyException();
    }

    /** R05 */
    @Test
    void shouldNameBothIdsWhenTopicIsAnotherOne() {
        Uuid other = new Uuid(3, 4);
        assertThatThrownBy(() -> RestoredPositions.requireSameTopic(at(5), Map.of(PARTITION, other)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("Topic 'lines'")
                .hasMessageContaining(ID.toString())
                .hasMessageContaining(other.toString());
    }

    /** R05 */
    @Test
    void shouldStopWhenPartitionIsGone() {
        assertThatThrownBy(() -> RestoredPositions.requireSameTopic(at(5), Map.of(new TopicPartition("lines", 0), ID)))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("has only 1 partitions");
    }

    /** R06 */
    @Test
    void shouldNameLostCountWhenRetentionWentPastPosition() {
        assertThatThrownBy(() -> RestoredPositions.requireInLog(at(5), 12, 20))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("Partition lines-3")
                .hasMessageContaining("offset 5 is wanted")
                .hasMessageContaining("is 12")
                .hasMessageContaining("up to 7 records");
    }

    /** R06: of a bounded input that was read to its end nothing can be lost. */
    @Test
    void shouldAllowDeletedRecordsWhenInputHasEnded() {
        assertThatCode(() -> RestoredPositions.requireInLog(at(5).endingAt(OptionalLong.of(5)), 12, 20))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldStopWhenLogIsShorterThanPosition() {
        assertThatThrownBy(() -> RestoredPositions.requireInLog(at(5), 0, 3))
                .isInstanceOf(DamagedException.class)
                .hasMessageContaining("2 records that were read before are gone");
    }
}
