package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.element.CheckpointBarrier;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BarrierAlignerTest {

    private final BarrierAligner aligner = new BarrierAligner(3);

    @Test
    void shouldCompleteWhenLastChannelDelivers() {
        // given
        assertThat(aligner.onBarrier(0, barrier(1))).isEmpty();
        assertThat(aligner.onBarrier(2, barrier(1))).isEmpty();

        // when
        var aligned = aligner.onBarrier(1, barrier(1));

        // then
        assertThat(aligned).contains(barrier(1));
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldBlockOnlyChannelsThatDelivered() {
        // when
        aligner.onBarrier(2, barrier(1));

        // then
        assertThat(blocked()).containsExactly(2);
    }

    @Test
    void shouldCompleteAtOnceWhenOnlyOneChannel() {
        // given
        BarrierAligner single = new BarrierAligner(1);

        // when
        var aligned = single.onBarrier(0, barrier(1));

        // then
        assertThat(aligned).contains(barrier(1));
        assertThat(single.isBlocked(0)).isFalse();
    }

    @Test
    void shouldAlignNextCheckpointWhenOneCompleted() {
        // given
        align(1);

        // when
        align(2);

        // then
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldReleaseBlockedInputsWhenCheckpointIsAborted() {
        // given
        aligner.onBarrier(0, barrier(1));
        aligner.onBarrier(1, barrier(1));

        // when
        aligner.onAborted(1);

        // then
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldIgnoreLateBarrierWhenCheckpointWasAborted() {
        // given
        aligner.onBarrier(0, barrier(1));
        aligner.onAborted(1);

        // when
        var aligned = aligner.onBarrier(1, barrier(1));

        // then
        assertThat(aligned).isEmpty();
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldIgnoreBarriersWhenCheckpointWasAbortedBeforeTheyCame() {
        // given
        aligner.onAborted(1);

        // when
        var aligned = IntStream.range(0, 3)
                .mapToObj(channel -> aligner.onBarrier(channel, barrier(1)))
                .toList();

        // then
        assertThat(aligned).allMatch(Optional::isEmpty);
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldStillAlignOlderCheckpointWhenNewerWasAbortedEarly() {
        // given: two in flight, the second is given up while the first has not come yet
        aligner.onAborted(2);

        // when
        aligner.onBarrier(0, barrier(1));
        aligner.onBarrier(1, barrier(1));
        var aligned = aligner.onBarrier(2, barrier(1));

        // then
        assertThat(aligned).contains(barrier(1));
        assertThat(aligner.onBarrier(0, barrier(2))).isEmpty();
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldGiveUpPendingCheckpointWhenNewerBarrierComes() {
        // given: checkpoint 1 was aborted, but the word has not come yet
        aligner.onBarrier(0, barrier(1));
        aligner.onBarrier(1, barrier(1));

        // when: the third input never carried barrier 1
        aligner.onBarrier(2, barrier(2));

        // then
        assertThat(blocked()).containsExactly(2);
        aligner.onBarrier(0, barrier(2));
        assertThat(aligner.onBarrier(1, barrier(2))).contains(barrier(2));
    }

    @Test
    void shouldIgnoreStaleBarrierWhenNewerIsPending() {
        // given
        aligner.onBarrier(0, barrier(2));

        // when
        var aligned = aligner.onBarrier(1, barrier(1));

        // then
        assertThat(aligned).isEmpty();
        assertThat(blocked()).containsExactly(0);
    }

    @Test
    void shouldIgnoreStaleBarrierWhenNewerCompleted() {
        // given
        align(2);

        // when
        aligner.onBarrier(1, barrier(1));

        // then
        assertThat(blocked()).isEmpty();
    }

    @Test
    void shouldKeepNewerPendingWhenOlderIsAborted() {
        // given
        aligner.onBarrier(0, barrier(2));

        // when
        aligner.onAborted(1);

        // then
        assertThat(blocked()).containsExactly(0);
    }

    @Test
    void shouldNotBlockWhenCompletedCheckpointIsAborted() {
        // given
        align(1);

        // when
        aligner.onAborted(1);

        // then
        assertThat(blocked()).isEmpty();
        align(2);
    }

    @Test
    void shouldRefuseBarrierFromBlockedChannel() {
        // given
        aligner.onBarrier(0, barrier(1));

        // when, then
        assertThatThrownBy(() -> aligner.onBarrier(0, barrier(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("channel 0")
                .hasMessageContaining("barrier 2")
                .hasMessageContaining("checkpoint 1");
    }

    private void align(long id) {
        assertThat(aligner.onBarrier(0, barrier(id))).isEmpty();
        assertThat(aligner.onBarrier(1, barrier(id))).isEmpty();
        assertThat(aligner.onBarrier(2, barrier(id))).contains(barrier(id));
    }

    private int[] blocked() {
        return IntStream.range(0, 3).filter(aligner::isBlocked).toArray();
    }

    private static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(id);
    }
}
