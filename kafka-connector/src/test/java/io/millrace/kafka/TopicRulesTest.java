package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.RecordRefusedException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

/** S08 */
class TopicRulesTest {

    private static final KafkaOrigin ORIGIN = new KafkaOrigin(new TopicPartition("lines", 3), 4711);

    private static TopicRules rules(Integer maxMessageBytes) {
        return new TopicRules(
                "out",
                4,
                new RecordLimit(1000, "max.request.size"),
                Optional.ofNullable(maxMessageBytes),
                false,
                TimestampLimits.NONE);
    }

    private static ProducerRecord<byte[], byte[]> ofSize(int size) {
        return new ProducerRecord<>("out", null, new byte[size - 93]);
    }

    @Test
    void shouldCountKeyValueHeadersAndOverhead() {
        assertThat(TopicRules.sizeOf(new ProducerRecord<>("out", new byte[10], new byte[20])))
                .isEqualTo(123);
        assertThat(TopicRules.sizeOf(new ProducerRecord<>("out", null, null))).isEqualTo(93);
        var headers = List.of(new RecordHeader("n\u00e4me", new byte[7]), (org.apache.kafka.common.header.Header)
                new RecordHeader("b", (byte[]) null));
        assertThat(TopicRules.sizeOf(new ProducerRecord<>("out", null, null, null, null, List.copyOf(headers))))
                .isEqualTo(93 + 10 + 5 + 7 + 10 + 1);
    }

    @Test
    void shouldAllowWhatFits() {
        assertThatCode(() -> rules(500).require(ofSize(500), ORIGIN, 0)).doesNotThrowAnyException();
        assertThatCode(() -> rules(null).require(ofSize(1000), null, 0)).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTopicSizeLimitAndOriginWhenRecordIsTooLarge() {
        assertThatThrownBy(() -> rules(500).require(ofSize(1001), ORIGIN, 0))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("topic 'out', made from lines-3@4711, takes 1001 bytes")
                .hasMessageContaining("max.request.size allows 1000");
        assertThatThrownBy(() -> rules(500).require(ofSize(501), null, 0))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("max.message.bytes allows 500");
    }

    @Test
    void shouldRefuseRecordWithoutKeyWhenTopicIsCompacted() {
        TopicRules compacted = new TopicRules(
                "out", 4, new RecordLimit(1000, "max.request.size"), Optional.empty(), true, TimestampLimits.NONE);
        assertThatCode(() -> compacted.require(new ProducerRecord<>("out", new byte[1], null), null, 0))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> compacted.require(new ProducerRecord<>("out", null, new byte[1]), ORIGIN, 0))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("lines-3@4711")
                .hasMessageContaining("compacted");
    }

    @Test
    void shouldRefusePartitionThatDoesNotExist() {
        assertThatCode(() -> rules(null).requirePartition(3, null)).doesNotThrowAnyException();
        assertThatThrownBy(() -> rules(null).requirePartition(4, null))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("partition 4, but the topic has 4");
    }

    @Test
    void shouldRefuseTimestampThatTopicDoesNotTake() {
        TopicRules rules = new TopicRules(
                "out",
                4,
                new RecordLimit(1000, "max.request.size"),
                Optional.empty(),
                false,
                new TimestampLimits(1000, 1000));
        assertThatCode(() -> rules.require(
                        new ProducerRecord<byte[], byte[]>("out", null, 5000L, new byte[1], null), null, 5000))
                .doesNotThrowAnyException();
        assertThatCode(() -> rules.require(new ProducerRecord<>("out", null, null), null, 5000))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> rules.require(
                        new ProducerRecord<byte[], byte[]>("out", null, 7000L, new byte[1], null), ORIGIN, 5000))
                .isInstanceOf(RecordRefusedException.class)
                .hasMessageContaining("lines-3@4711")
                .hasMessageContaining("2000 ms in the future");
    }
}
