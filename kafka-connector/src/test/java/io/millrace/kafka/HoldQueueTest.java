package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HoldQueueTest {

    private final HoldQueue<String> queue = new HoldQueue<>();

    @Test
    void shouldHoldNothingWhenNoBarrierCame() {
        assertThat(queue.isHolding()).isFalse();
        assertThat(queue.first()).isEmpty();
    }

    @Test
    void shouldReleaseWhatCameAfterBarrierWhenCommitted() {
        queue.barrier(1);
        queue.hold("a", 10);
        queue.hold("b", 20);
        assertThat(queue.isHolding()).isTrue();
        assertThat(queue.records()).isEqualTo(2);
        assertThat(queue.bytes()).isEqualTo(30);

        assertThat(queue.committed(1)).containsExactly("a", "b");

        assertThat(queue.isHolding()).isFalse();
        assertThat(queue.records()).isZero();
        assertThat(queue.bytes()).isZero();
    }

    @Test
    void shouldReleaseOnlyUpToNextBarrierWhenSeveralAreUnderWay() {
        queue.barrier(1);
        queue.hold("a", 1);
        queue.barrier(2);
        queue.hold("b", 2);
        queue.barrier(4);
        queue.hold("c", 4);

        assertThat(queue.committed(1)).containsExactly("a");
        assertThat(queue.first()).hasValue(2);
        assertThat(queue.bytes()).isEqualTo(6);
        assertThat(queue.committed(2)).containsExactly("b");
        assertThat(queue.committed(4)).containsExactly("c");
    }

    /** S14 */
    @Test
    void shouldReleaseUpToNextBarrierWhenFirstIsGivenUp() {
        queue.barrier(1);
        queue.hold("a", 1);
        queue.barrier(2);
        queue.hold("b", 2);

        assertThat(queue.aborted(1)).containsExactly("a");
        assertThat(queue.first()).hasValue(2);
        assertThat(queue.committed(2)).containsExactly("b");
    }

    /** S14 */
    @Test
    void shouldKeepOrderWhenOneInTheMiddleIsGivenUp() {
        queue.barrier(1);
        queue.hold("a", 1);
        queue.barrier(2);
        queue.hold("b", 2);
        queue.barrier(3);
        queue.hold("c", 3);

        assertThat(queue.aborted(2)).isEmpty();
        assertThat(queue.committed(1)).containsExactly("a", "b");
        assertThat(queue.bytes()).isEqualTo(3);
        assertThat(queue.first()).hasValue(3);
    }

    @Test
    void shouldReleaseNothingWhenCheckpointIsUnknown() {
        queue.barrier(5);
        queue.hold("a", 1);

        assertThat(queue.committed(4)).isEmpty();
        assertThat(queue.aborted(4)).isEmpty();
        assertThat(queue.records()).isEqualTo(1);
        assertThat(new HoldQueue<String>().committed(7)).isEmpty();
    }

    @Test
    void shouldFailWhenCheckpointIsCommittedBeforeEarlierOneIsDecided() {
        queue.barrier(1);
        queue.barrier(2);
        assertThatThrownBy(() -> queue.committed(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("checkpoint 1 before it");
    }

    @Test
    void shouldFailWhenBarriersDoNotRise() {
        queue.barrier(2);
        assertThatThrownBy(() -> queue.barrier(2)).isInstanceOf(IllegalStateException.class);
    }
}
