package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.junit.jupiter.api.Test;

class AcknowledgementsTest {

    private final List<Exception> failures = new ArrayList<>();
    private final Acknowledgements acknowledgements =
            new Acknowledgements("topic 'out'", (where, error) -> failures.add(error));

    private final Deque<Callback> sent = new ArrayDeque<>();

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            sent.add(acknowledgements.sending());
        }
    }

    /** In the order of the sends. */
    private void acknowledge(int count) {
        for (int i = 0; i < count; i++) {
            sent.remove().onCompletion(null, null);
        }
    }

    private CompletableFuture<Void> allSoFar() {
        return acknowledgements.allSoFar().toCompletableFuture();
    }

    @Test
    void shouldCompleteAtOnceWhenNothingIsOutstanding() {
        assertThat(allSoFar()).isCompleted();
        send(1);
        acknowledge(1);
        assertThat(allSoFar()).isCompleted();
    }

    @Test
    void shouldCompleteOnlyWhenLastSendIsAcknowledged() {
        send(3);
        CompletableFuture<Void> all = allSoFar();
        acknowledge(2);
        assertThat(all).isNotDone();
        assertThat(acknowledgements.outstanding()).isEqualTo(1);
        acknowledge(1);
        assertThat(all).isCompleted();
    }

    @Test
    void shouldNeverCompleteWhenOneSendFailed() {
        send(2);
        CompletableFuture<Void> all = allSoFar();
        sent.remove().onCompletion(null, new IllegalStateException("refused"));
        acknowledge(1);
        assertThat(all).isNotDone();
        assertThat(failures).hasSize(1);
        assertThat(acknowledgements.outstanding()).isEqualTo(1);
    }

    /** S14: after a checkpoint was given up, the next one waits for everything. */
    @Test
    void shouldWaitForAllWhenAskedAgainAfterMoreWasSent() {
        send(1);
        CompletableFuture<Void> givenUp = allSoFar();
        send(1);
        CompletableFuture<Void> next = allSoFar();
        acknowledge(1);
        assertThat(givenUp).isCompleted();
        assertThat(next).isNotDone();
        acknowledge(1);
        assertThat(next).isCompleted();
    }

    /** Brokers acknowledge sends to different partitions in any order. */
    @Test
    void shouldNotTakeLaterSendsForEarlierOnes() {
        // given
        send(3);
        CompletableFuture<Void> all = allSoFar();
        send(3);
        CompletableFuture<Void> later = allSoFar();

        // when: as many are acknowledged as were sent before
        for (int i = 0; i < 3; i++) {
            sent.removeLast().onCompletion(null, null);
        }

        // then
        assertThat(all).isNotDone();
        assertThat(later).isNotDone();
        assertThat(acknowledgements.outstanding()).isEqualTo(3);
        acknowledge(2);
        assertThat(all).isNotDone();
        acknowledge(1);
        assertThat(all).isCompleted();
        assertThat(later).isCompleted();
    }

    @Test
    void shouldTellOnceWhenHalfIsAcknowledged() {
        AtomicInteger told = new AtomicInteger();
        send(4);
        acknowledgements.whenHalfIsAcknowledged(told::incrementAndGet);
        acknowledge(1);
        assertThat(told).hasValue(0);
        acknowledge(3);
        assertThat(told).hasValue(1);
    }

    @Test
    void shouldTellAtOnceWhenNothingIsOutstanding() {
        AtomicInteger told = new AtomicInteger();
        acknowledgements.whenHalfIsAcknowledged(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }
}
