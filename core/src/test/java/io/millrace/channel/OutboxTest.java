package io.millrace.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.element.CheckpointBarrier;
import io.millrace.element.DataRecord;
import io.millrace.element.EndOfInput;
import io.millrace.element.StreamElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final int RING = Channel.CAPACITY * Batch.CAPACITY;

    private final List<Channel> channels = Stream.generate(() -> new Channel(new Parker(), new Parker()))
            .limit(3)
            .toList();
    private final Channel channel = channels.get(0);

    @Test
    void shouldHandBatchOnWhenItIsFull() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, Batch.CAPACITY - 1);
        assertThat(channel.isEmpty()).isTrue();

        // when
        emit(outbox, Batch.CAPACITY - 1, Batch.CAPACITY);

        // then
        assertThat(channel.size()).isEqualTo(1);
    }

    @Test
    void shouldHandOpenBatchOnWhenFlushed() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, 3);

        // when
        outbox.flush();

        // then
        assertThat(readAll(channel)).isEqualTo(records(0, 3));
    }

    @Test
    void shouldNotHandEmptyBatchOnWhenFlushed() {
        // given
        Outbox outbox = forward();

        // when
        outbox.flush();

        // then
        assertThat(channel.isEmpty()).isTrue();
    }

    @Test
    void shouldPutBarrierBehindEarlierRecordsInEveryChannel() throws Exception {
        // given
        Outbox outbox = new Outbox(Partitioner.rebalance(3, 0), channels);
        emit(outbox, 0, 2);

        // when
        outbox.emitToAll(new CheckpointBarrier(1));

        // then
        assertThat(readAll(channels.get(0))).containsExactly(record(0), new CheckpointBarrier(1));
        assertThat(readAll(channels.get(1))).containsExactly(record(1), new CheckpointBarrier(1));
        assertThat(readAll(channels.get(2))).containsExactly(new CheckpointBarrier(1));
    }

    @Test
    void shouldTakeWhateverOneCallEmitsWhenRingIsFull() throws Exception {
        // given
        Outbox outbox = forward();

        // when
        emit(outbox, 0, RING + 5 * Batch.CAPACITY + 7);
        outbox.emitToAll(EndOfInput.INSTANCE);

        // then
        assertThat(outbox.hasRoom()).isFalse();
        List<StreamElement> expected = new ArrayList<>(records(0, RING + 5 * Batch.CAPACITY + 7));
        expected.add(EndOfInput.INSTANCE);
        assertThat(readAllDraining(outbox)).isEqualTo(expected);
    }

    @Test
    void shouldHaveRoomWhileOnlyOpenBatchWaits() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, RING);

        // when
        emit(outbox, RING, RING + 10);
        outbox.flush();

        // then
        assertThat(outbox.hasRoom()).isTrue();
        emit(outbox, RING + 10, RING + Batch.CAPACITY);
        assertThat(outbox.hasRoom()).isFalse();
    }

    @Test
    void shouldHaveRoomAgainWhenOverflowWasHandedOn() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, RING + Batch.CAPACITY);
        assertThat(outbox.hasRoom()).isFalse();
        channel.poll();

        // when
        outbox.drain();

        // then
        assertThat(outbox.hasRoom()).isTrue();
        assertThat(channel.size()).isEqualTo(Channel.CAPACITY);
    }

    @Test
    void shouldDrainOneChannelWhenAnotherIsFull() throws Exception {
        // given: both overflow, and only the second is read
        Outbox outbox = new Outbox(Partitioner.broadcast(), channels.subList(0, 2));
        emit(outbox, 0, RING + Batch.CAPACITY);
        outbox.emitToAll(new CheckpointBarrier(1));
        channels.get(1).poll();
        channels.get(1).poll();

        // when
        outbox.drain();

        // then
        assertThat(outbox.hasRoom()).isFalse();
        List<StreamElement> second = readAll(channels.get(1));
        assertThat(second.get(second.size() - 1)).isEqualTo(new CheckpointBarrier(1));
    }

    @Test
    void shouldSayThatRoomIsThereWhenWaitingBatchCanBeHandedOn() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, RING + 1);
        assertThat(outbox.requestRoom()).isTrue();
        for (int i = 0; i < Channel.CAPACITY / 2; i++) {
            channel.poll();
        }

        // when
        boolean mustWait = outbox.requestRoom();

        // then
        assertThat(mustWait).isFalse();
    }

    @Test
    void shouldNotAskForRoomWhenNothingWaits() throws Exception {
        // given
        Outbox outbox = forward();
        emit(outbox, 0, 10);
        outbox.flush();

        // when, then
        assertThat(outbox.requestRoom()).isTrue();
    }

    @Test
    void shouldBeginElsewhereAndTakeChannelsInTurnWhenRebalancing() throws Exception {
        // given
        Outbox outbox = new Outbox(Partitioner.rebalance(3, 4), channels);

        // when
        emit(outbox, 0, 4);
        outbox.flush();

        // then
        assertThat(readAll(channels.get(1))).containsExactly(record(0), record(3));
        assertThat(readAll(channels.get(2))).containsExactly(record(1));
        assertThat(readAll(channels.get(0))).containsExactly(record(2));
    }

    private Outbox forward() {
        return new Outbox(Partitioner.forward(), List.of(channel));
    }

    private List<StreamElement> readAllDraining(Outbox outbox) {
        List<StreamElement> elements = new ArrayList<>();
        while (!channel.isEmpty() || !outbox.hasRoom()) {
            elements.addAll(readAll(channel));
            outbox.drain();
        }
        return elements;
    }

    private static List<StreamElement> readAll(Channel channel) {
        List<StreamElement> elements = new ArrayList<>();
        for (Batch batch = channel.poll(); batch != null; batch = channel.poll()) {
            while (batch.hasNext()) {
                elements.add(batch.next());
            }
        }
        return elements;
    }

    private static void emit(Outbox outbox, int from, int to) throws Exception {
        for (StreamElement element : records(from, to)) {
            outbox.emit((DataRecord) element);
        }
    }

    private static List<StreamElement> records(int from, int to) {
        return IntStream.range(from, to).mapToObj(OutboxTest::record).toList();
    }

    private static StreamElement record(int value) {
        return new DataRecord(value, DataRecord.NO_TIMESTAMP, null);
    }
}
