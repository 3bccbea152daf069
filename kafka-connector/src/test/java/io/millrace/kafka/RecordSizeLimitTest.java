package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.SerdeException;
import java.util.OptionalInt;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** S08 */
class RecordSizeLimitTest {

    private static final KafkaOrigin ORIGIN = new KafkaOrigin(new TopicPartition("lines", 3), 4711);

    @Test
    void shouldCountKeyValueAndOverhead() {
        assertThat(RecordSizeLimit.sizeOf(new byte[10], new byte[20])).isEqualTo(123);
        assertThat(RecordSizeLimit.sizeOf(null, null)).isEqualTo(93);
    }

    @Test
    void shouldAllowWhatFits() {
        RecordSizeLimit limit = new RecordSizeLimit("out", 1000, OptionalInt.of(500));
        assertThatCode(() -> limit.require(500, ORIGIN)).doesNotThrowAnyException();
        RecordSizeLimit unknown = new RecordSizeLimit("out", 1000, OptionalInt.empty());
        assertThatCode(() -> unknown.require(1000, null)).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTopicSizeLimitAndOriginWhenRecordIsTooLarge() {
        RecordSizeLimit limit = new RecordSizeLimit("out", 1000, OptionalInt.of(500));
        assertThatThrownBy(() -> limit.require(1001, ORIGIN))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("topic 'out', made from lines-3@4711, takes 1001 bytes")
                .hasMessageContaining("max.request.size allows 1000");
        assertThatThrownBy(() -> limit.require(501, null))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("max.message.bytes allows 500");
    }
}
