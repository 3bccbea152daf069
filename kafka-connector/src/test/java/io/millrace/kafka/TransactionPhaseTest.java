package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.kafka.TransactionPhase.Ending;
import org.junit.jupiter.api.Test;

class TransactionPhaseTest {

    private final TransactionPhase phase = new TransactionPhase("job");

    private void open() {
        phase.initializing();
        phase.opened();
    }

    @Test
    void shouldAbortWhenNoCommitWasTried() {
        open();
        assertThat(phase.discard()).isEqualTo(Ending.ABORT);
    }

    /** S02 */
    @Test
    void shouldNotAbortWhenCommitWasTried() {
        open();
        phase.committing();
        assertThat(phase.discard()).isEqualTo(Ending.DROP);
        assertThatThrownBy(phase::committed).isInstanceOf(AttemptFailedException.class);
    }

    @Test
    void shouldAbortNextTransactionWhenCommitReturned() {
        open();
        phase.committing();
        phase.committed();
        assertThat(phase.discard()).isEqualTo(Ending.ABORT);
    }

    @Test
    void shouldDropWhenNothingWasBegun() {
        assertThat(new TransactionPhase("job").discard()).isEqualTo(Ending.DROP);
        phase.initializing();
        assertThat(phase.discard()).isEqualTo(Ending.DROP);
        assertThatThrownBy(phase::opened).isInstanceOf(AttemptFailedException.class);
    }

    @Test
    void shouldEndOnlyOnce() {
        open();
        phase.discard();
        assertThat(phase.discard()).isEqualTo(Ending.NONE);
        assertThatThrownBy(phase::requireOpen).isInstanceOf(AttemptFailedException.class);
    }

    /** S27 */
    @Test
    void shouldNeitherCommitNorFailTwiceWhenFailed() {
        open();
        assertThat(phase.failed("a send failed")).isTrue();
        assertThat(phase.failed("another one")).isFalse();
        assertThatThrownBy(phase::committing)
                .isInstanceOf(AttemptFailedException.class)
                .hasMessageContaining("a send failed");
        assertThat(phase.discard()).isEqualTo(Ending.ABORT);
    }

    @Test
    void shouldIgnoreFailureWhenCommitIsUnderWay() {
        open();
        phase.committing();
        assertThat(phase.failed("too old")).isFalse();
        phase.committed();
        phase.requireOpen();
    }

    @Test
    void shouldFailWhenStepsAreOutOfOrder() {
        assertThatThrownBy(phase::opened).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(phase::committing).isInstanceOf(IllegalStateException.class);
    }
}
