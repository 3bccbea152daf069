package io.millrace.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.element.CheckpointBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChannelTest {

    private final Parker producer = new Parker();
    private final Parker consumer = new Parker();
    private final Channel channel = new Channel(producer, consumer);
    private final AtomicInteger producerWoken = new AtomicInteger();
    private final AtomicInteger consumerWoken = new AtomicInteger();

    @Test
    void shouldRefuseBatchWhenRingIsFull() {
        // given
        fill();

        // when
        boolean taken = channel.offer(batch(99));

        // then
        assertThat(taken).isFalse();
        assertThat(channel.size()).isEqualTo(Channel.CAPACITY);
    }

    @Test
    void shouldKeepOrderOfBatches() {
        // given
        fill();

        // when, then
        for (int i = 0; i < Channel.CAPACITY; i++) {
            assertThat(channel.poll().next()).isEqualTo(new CheckpointBarrier(i));
        }
        assertThat(channel.poll()).isNull();
        assertThat(channel.isEmpty()).isTrue();
    }

    @Test
    void shouldWakeConsumerOnlyWhenItSleeps() {
        // given
        channel.offer(batch(0));
        assertThat(consumerWoken).hasValue(0);
        consumer.announce(consumerWoken::incrementAndGet);

        // when
        channel.offer(batch(1));
        channel.offer(batch(2));

        // then
        assertThat(consumerWoken).hasValue(1);
        assertThat(consumer.isAnnounced()).isFalse();
    }

    @Test
    void shouldWakeWaitingProducerWhenRingIsHalfEmpty() {
        // given
        fill();
        producer.announce(producerWoken::incrementAndGet);
        assertThat(channel.requestRoom()).isTrue();

        // when
        channel.poll();
        channel.poll();
        channel.poll();

        // then
        assertThat(producerWoken).hasValue(0);
        channel.poll();
        assertThat(producerWoken).hasValue(1);
    }

    @Test
    void shouldNotWakeProducerWhenItDidNotAskForRoom() {
        // given
        fill();
        producer.announce(producerWoken::incrementAndGet);

        // when
        while (channel.poll() != null) {
            // drains
        }

        // then
        assertThat(producerWoken).hasValue(0);
    }

    @Test
    void shouldSayThatThereIsRoomWhenRingIsHalfEmptyAlready() {
        // given
        fill();
        for (int i = 0; i < Channel.CAPACITY / 2; i++) {
            channel.poll();
        }

        // when
        boolean mustWait = channel.requestRoom();

        // then
        assertThat(mustWait).isFalse();
    }

    @Test
    void shouldNotWakeAnybodyWhenAnnouncementWasTakenBack() {
        // given
        consumer.announce(consumerWoken::incrementAndGet);
        consumer.retract();

        // when
        channel.offer(batch(0));

        // then
        assertThat(consumerWoken).hasValue(0);
    }

    private void fill() {
        for (int i = 0; i < Channel.CAPACITY; i++) {
            assertThat(channel.offer(batch(i))).isTrue();
        }
    }

    private static Batch batch(int id) {
        Batch batch = new Batch();
        batch.add(new CheckpointBarrier(id));
        return batch;
    }
}
