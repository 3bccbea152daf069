package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.DamagedException;
import io.millrace.spi.SourceSplit;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class KafkaPositionTest {

    private static final Uuid ID = new Uuid(1, 2);

    @Test
    void shouldBeTheSameWhenReadBackFromManifest() {
        KafkaPosition full = new KafkaPosition(
                new TopicPartition("my-lines", 12), ID, 4711, OptionalInt.of(3), OptionalLong.of(5000));
        KafkaPosition bare =
                new KafkaPosition(new TopicPartition("lines", 0), ID, 0, OptionalInt.empty(), OptionalLong.empty());
        assertThat(KafkaPosition.of(full.toSplit())).isEqualTo(full);
        assertThat(KafkaPosition.of(bare.toSplit())).isEqualTo(bare);
    }

    @Test
    void shouldBeReadableInManifest() {
        KafkaPosition position =
                new KafkaPosition(new TopicPartition("lines", 3), ID, 4711, OptionalInt.of(3), OptionalLong.of(5000));
        assertThat(position.toSplit())
                .isEqualTo(SourceSplit.of(
                        "lines-3",
                        Map.of("offset", "4711", "leaderEpoch", "3", "end", "5000", "topicId", ID.toString())));
    }

    @Test
    void shouldBeAtEndOnlyWhenThereIsOne() {
        KafkaPosition position =
                new KafkaPosition(new TopicPartition("lines", 3), ID, 4, OptionalInt.empty(), OptionalLong.of(5));
        assertThat(position.isAtEnd()).isFalse();
        assertThat(position.at(5, OptionalInt.empty()).isAtEnd()).isTrue();
        assertThat(position.endingAt(OptionalLong.empty()).isAtEnd()).isFalse();
    }

    @Test
    void shouldBeDamagedWhenSplitCannotBeRead() {
        for (SourceSplit damaged : new SourceSplit[] {
            SourceSplit.of("lines", Map.of("offset", "1", "topicId", ID.toString())),
            SourceSplit.of("lines-x", Map.of("offset", "1", "topicId", ID.toString())),
            SourceSplit.of("lines-1", Map.of("offset", "latest", "topicId", ID.toString())),
            SourceSplit.of("lines-1", Map.of("topicId", ID.toString())),
            SourceSplit.of("lines-1", Map.of("offset", "1")),
        }) {
            assertThatThrownBy(() -> KafkaPosition.of(damaged))
                    .isInstanceOf(DamagedException.class)
                    .hasMessageContaining(damaged.toString());
        }
    }
}
