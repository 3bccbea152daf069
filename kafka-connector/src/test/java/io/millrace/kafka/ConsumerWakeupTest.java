package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ConsumerWakeupTest {

    private final AtomicInteger woken = new AtomicInteger();
    private final AtomicInteger polls = new AtomicInteger();
    private final ConsumerWakeup wakeup = new ConsumerWakeup(woken::incrementAndGet);

    @Test
    void shouldLeaveConsumerAloneWhenNobodyWaits() {
        wakeup.wakeup();
        assertThat(woken).hasValue(0);
    }

    @Test
    void shouldSkipNextWaitWhenWokenBefore() {
        wakeup.wakeup();
        wakeup.await(polls::incrementAndGet);
        assertThat(polls).hasValue(0);
        wakeup.await(polls::incrementAndGet);
        assertThat(polls).hasValue(1);
    }

    @Test
    void shouldWakeConsumerWhenWokenDuringWait() {
        wakeup.await(wakeup::wakeup);
        assertThat(woken).hasValue(1);
        wakeup.await(polls::incrementAndGet);
        assertThat(polls).as("the wait that it was meant for is over").hasValue(1);
    }
}
