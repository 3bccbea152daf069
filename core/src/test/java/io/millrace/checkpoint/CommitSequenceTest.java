package io.millrace.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CommitSequenceTest {

    private final CommitSequence sequence = new CommitSequence();

    @Test
    void shouldPublishThenCommit() {
        sequence.begin(1);
        assertThat(sequence.publishNext()).isEmpty();

        sequence.durable(1);
        assertThat(sequence.publishNext()).hasValue(1);
        sequence.published(1);
        sequence.committed(1);

        assertThat(sequence.underWay()).isZero();
    }

    @Test
    void shouldRefuseToCommitWhatIsNotPublished() {
        sequence.begin(1);
        sequence.durable(1);

        assertThatThrownBy(() -> sequence.committed(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldDecideInTheOrderInWhichTheyBegan() { // S14, C11
        sequence.begin(1);
        sequence.begin(2);
        sequence.durable(2);
        assertThat(sequence.publishNext()).isEmpty();

        sequence.durable(1);
        assertThat(sequence.publishNext()).hasValue(1);
        assertThat(sequence.publishNext()).isEmpty(); // one at a time
        sequence.published(1);
        assertThat(sequence.publishNext()).isEmpty();
        sequence.committed(1);

        assertThat(sequence.publishNext()).hasValue(2);
    }

    @Test
    void shouldGoOnWithTheNextWhenOneIsDropped() { // S14
        sequence.begin(1);
        sequence.begin(2);
        sequence.durable(2);

        sequence.drop(1);

        assertThat(sequence.publishNext()).hasValue(2);
    }

    @Test
    void shouldBeOpenToBeingDroppedOnlyUntilTheCommitIsTried() {
        sequence.begin(1);
        assertThat(sequence.isGathering(1)).isTrue();
        assertThat(sequence.isDeciding(1)).isFalse();
        sequence.durable(1);
        assertThat(sequence.isGathering(1)).isFalse();
        assertThat(sequence.isDeciding(1)).isFalse();
        sequence.publishNext();
        assertThat(sequence.isDeciding(1)).isTrue();
        sequence.published(1);
        assertThat(sequence.isDeciding(1)).isTrue();

        assertThatThrownBy(() -> sequence.drop(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldKnowNothingOfCheckpointsThatHaveEnded() {
        sequence.begin(1);
        sequence.drop(1);

        assertThat(sequence.isGathering(1)).isFalse();
        assertThat(sequence.isDeciding(1)).isFalse();
        assertThatThrownBy(() -> sequence.drop(1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sequence.durable(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseNumbersThatDoNotRise() {
        sequence.begin(2);

        assertThatThrownBy(() -> sequence.begin(2)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> sequence.begin(1)).isInstanceOf(IllegalStateException.class);
    }
}
