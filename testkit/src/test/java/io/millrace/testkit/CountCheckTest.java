package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class CountCheckTest {
    private long nextOffset;

    @Test
    void shouldBeExactWhenEachWordIsCountedToItsTotal() {
        // given
        var output = List.of(update("a", "1"), update("b", "1"), update("a", "2"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 2L, "b", 1L));

        // then
        assertThat(verdict).isEqualTo(new CountVerdict(2, 3, null));
        assertThat(verdict.isExact()).isTrue();
    }

    @Test
    void shouldFindHoleWhenCountIsLeftOut() {
        // given
        var output = List.of(update("a", "1"), update("a", "3"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 3L));

        // then
        assertThat(verdict.violation()).isEqualTo("a = 3 (counts-0@1) follows a = 1 (counts-0@0): a hole, expected 2");
    }

    @Test
    void shouldFindRepeatWhenCountComesTwice() {
        // given
        var output = List.of(update("a", "1"), update("a", "2"), update("a", "2"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 2L));

        // then
        assertThat(verdict.violation())
                .isEqualTo("a = 2 (counts-0@2) follows a = 2 (counts-0@1): repeated or out of order, expected 3");
    }

    @Test
    void shouldFindDisorderWhenCountsAreSwapped() {
        // given
        var output = List.of(update("a", "2"), update("a", "1"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 2L));

        // then
        assertThat(verdict.violation())
                .isEqualTo("a = 2 (counts-0@0), but no update of this word before: its counts up to 1 are missing");
    }

    @Test
    void shouldNameFirstViolationOnlyWhenThereAreSeveral() {
        // given
        var output = List.of(update("a", "1"), update("a", "1"), update("b", "7"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 1L));

        // then
        assertThat(verdict.violation()).startsWith("a = 1 (counts-0@1) follows");
        assertThat(verdict.isExact()).isFalse();
    }

    @Test
    void shouldFindMissingWhenOutputEndsEarly() {
        // given
        var output = List.of(update("a", "1"), update("b", "1"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 1L, "b", 2L));

        // then
        assertThat(verdict.violation()).isEqualTo("b was counted to 1, expected 2");
    }

    @Test
    void shouldFindMissingWhenWordIsNotThere() {
        // when
        var verdict = CountCheck.check(List.of(), Map.of("a", 1L));

        // then
        assertThat(verdict.violation()).isEqualTo("a was counted to 0, expected 1");
    }

    @Test
    void shouldFindSurplusWhenWordIsCountedTooFar() {
        // given
        var output = List.of(update("a", "1"), update("a", "2"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 1L));

        // then
        assertThat(verdict.violation()).isEqualTo("a was counted to 2, expected 1");
    }

    @Test
    void shouldFindSurplusWhenWordIsNotInTheInput() {
        // when
        var verdict = CountCheck.check(List.of(update("x", "1")), Map.of());

        // then
        assertThat(verdict.violation()).isEqualTo("x was counted to 1, but is not in the input");
    }

    @Test
    void shouldRefuseWordWhenItsUpdatesAreInTwoPartitions() {
        // given
        var output = List.of(update("a", "1"), new ConsumerRecord<>("counts", 3, 9L, "a", "2"));

        // when
        var verdict = CountCheck.check(output, Map.of("a", 2L));

        // then
        assertThat(verdict.violation()).contains("counts-0@0", "counts-3@9", "spread over partitions");
    }

    @Test
    void shouldRefuseRecordWhenItIsNoCount() {
        for (var strange : List.of(update("a", "one"), update("a", null), update(null, "1"), update("a", "0"))) {
            // when
            var verdict = CountCheck.check(List.of(strange), Map.of());

            // then
            assertThat(verdict.violation()).contains("is not a word with a count");
        }
    }

    @Test
    void shouldCountWordsAsTheWordCountDoes() {
        // when
        var counts = CountCheck.countWords(List.of("To be, or not to be:", "", "  that_is -- 42"));

        // then
        assertThat(counts).isEqualTo(Map.of("to", 2L, "be", 2L, "or", 1L, "not", 1L, "that_is", 1L, "42", 1L));
    }

    private ConsumerRecord<String, String> update(String word, String count) {
        return new ConsumerRecord<>("counts", 0, nextOffset++, word, count);
    }
}
