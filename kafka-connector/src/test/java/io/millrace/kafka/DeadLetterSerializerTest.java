package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.DeadLetter;
import io.millrace.api.RecordFailedException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** R15 */
class DeadLetterSerializerTest {

    private final DeadLetterSerializer serializer = DeadLetterSerializer.INSTANCE;

    private List<String> headers(DeadLetter letter) {
        List<String> found = new ArrayList<>();
        serializer
                .headers(letter)
                .forEach(header -> found.add(header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8)));
        return found;
    }

    @Test
    void shouldKeepKeyValueAndHeadersAndAddWhereAndWhy() {
        RecordHeaders original = new RecordHeaders();
        original.add("trace", "abc".getBytes(StandardCharsets.UTF_8));
        byte[] key = {1};
        byte[] value = {2, 3};
        KeptRecord kept = new KeptRecord(new ConsumerRecord<>(
                "orders", 3, 4711, 99, TimestampType.CREATE_TIME, 1, 2, key, value, original, Optional.empty()));
        DeadLetter letter = new DeadLetter(
                kept.raw(), kept.describe(), "map-1", Reason.FUNCTION, "java.lang.IllegalStateException", "broken");

        assertThat(serializer.key(letter, "dead", new RecordHeaders())).isSameAs(key);
        assertThat(serializer.value(letter, "dead", new RecordHeaders())).isSameAs(value);
        assertThat(serializer.timestamp(letter, 99L)).isNull();
        assertThat(headers(letter))
                .containsExactly(
                        "trace=abc",
                        "millrace.dead-letter.topic=orders",
                        "millrace.dead-letter.partition=3",
                        "millrace.dead-letter.offset=4711",
                        "millrace.dead-letter.timestamp=99",
                        "millrace.dead-letter.operator=map-1",
                        "millrace.dead-letter.reason=function",
                        "millrace.dead-letter.exception=java.lang.IllegalStateException",
                        "millrace.dead-letter.message=broken");
    }

    @Test
    void shouldHaveOnlyReasonsWhenOriginalIsGone() {
        DeadLetter letter =
                new DeadLetter(Optional.empty(), "unknown", "counts", Reason.FUNCTION, "java.lang.Exception", "broken");
        assertThat(serializer.key(letter, "dead", new RecordHeaders())).isNull();
        assertThat(serializer.value(letter, "dead", new RecordHeaders())).isNull();
        assertThat(headers(letter))
                .containsExactly(
                        "millrace.dead-letter.operator=counts",
                        "millrace.dead-letter.reason=function",
                        "millrace.dead-letter.exception=java.lang.Exception",
                        "millrace.dead-letter.message=broken");
    }
}
