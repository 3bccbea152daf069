package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HoldRoundTest {

    private final HoldRound<String> round = new HoldRound<>();

    @Test
    void shouldBeCompleteWhenLastWriterHolds() {
        round.join("a");
        round.join("b");
        assertThat(round.holds("a", 1)).isFalse();
        assertThat(round.holds("b", 1)).isTrue();
        assertThat(round.holds("b", 2)).isFalse();
        assertThat(round.holds("a", 2)).isTrue();
    }

    @Test
    void shouldNotBeCompleteWhenWritersHoldForDifferentCheckpoints() {
        round.join("a");
        round.join("b");
        round.holds("a", 1);
        assertThat(round.holds("b", 2)).isFalse();
    }

    @Test
    void shouldBeCompleteWhenOnlyOneMissingLeaves() {
        round.join("a");
        round.join("b");
        round.holds("a", 1);
        assertThat(round.leave("b")).isTrue();
        assertThat(round.leave("a")).isFalse();
        assertThat(round.joined()).isEqualTo(2);
    }

    @Test
    void shouldFailWhenWriterNeverJoined() {
        assertThatThrownBy(() -> round.holds("stranger", 1)).isInstanceOf(IllegalStateException.class);
    }
}
