package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class GroupOffsetsTest {

    private final List<Map<TopicPartition, OffsetAndMetadata>> stored = new ArrayList<>();
    private boolean broken;
    private final GroupOffsets offsets = new GroupOffsets("group", changed -> {
        if (broken) {
            throw new AttemptFailedException("no answer");
        }
        stored.add(Map.copyOf(changed));
    });

    private static KafkaPosition at(int partition, long offset) {
        return new KafkaPosition(
                new TopicPartition("lines", partition),
                new Uuid(1, 2),
                offset,
                OptionalInt.of(9),
                OptionalLong.empty());
    }

    @Test
    void shouldPublishWithLeaderEpoch() {
        offsets.publish(List.of(at(0, 5)));
        assertThat(stored).containsExactly(Map.of(at(0, 5).partition(), at(0, 5).toOffset()));
        assertThat(at(0, 5).toOffset().leaderEpoch()).contains(9);
    }

    @Test
    void shouldPublishOnlyWhatChanged() {
        offsets.publish(List.of(at(0, 5), at(1, 7)));
        offsets.publish(List.of(at(0, 5), at(1, 8)));
        offsets.publish(List.of(at(0, 5), at(1, 8)));
        assertThat(stored).hasSize(2);
        assertThat(stored.get(1)).containsOnlyKeys(at(1, 8).partition());
    }

    @Test
    void shouldGoOnAndPublishLaterWhenItFails() {
        broken = true;
        offsets.publish(List.of(at(0, 5)));
        broken = false;
        offsets.publish(List.of(at(0, 5)));
        assertThat(stored).hasSize(1);
    }
}
