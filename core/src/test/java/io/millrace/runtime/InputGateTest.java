package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.channel.Channel;
import io.millrace.channel.Outbox;
import io.millrace.channel.Parker;
import io.millrace.channel.Partitioner;
import io.millrace.element.CheckpointBarrier;
import io.millrace.element.DataRecord;
import io.millrace.element.StreamElement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class InputGateTest {

    private final List<Channel> channels = Stream.generate(() -> new Channel(new Parker(), new Parker()))
            .limit(2)
            .toList();
    private final List<Outbox> outboxes = channels.stream()
            .map(channel -> new Outbox(Partitioner.forward(), List.of(channel)))
            .toList();
    private final BarrierAligner aligner = new BarrierAligner(2);
    private final InputGate gate = new InputGate(channels, aligner);

    @Test
    void shouldReadChannelsInTurnBatchByBatch() throws Exception {
        // given
        send(0, "a", "b");
        send(0, "c");
        send(1, "x");

        // when, then
        assertThat(readAll()).containsExactly("1 x", "0 a", "0 b", "0 c");
        assertThat(gate.hasNext()).isFalse();
    }

    @Test
    void shouldLeaveOutBlockedChannelUntilAligned() throws Exception {
        // given
        send(0, "a");
        outboxes.get(0).emitToAll(new CheckpointBarrier(1));
        send(0, "behind");
        assertThat(readUntilBarrier()).containsExactly("0 a");
        aligner.onBarrier(0, new CheckpointBarrier(1));
        assertThat(gate.hasNext()).isFalse();

        // when
        send(1, "x");
        outboxes.get(1).emitToAll(new CheckpointBarrier(1));
        assertThat(gate.hasNext()).isTrue();
        assertThat(readUntilBarrier()).containsExactly("1 x");
        aligner.onBarrier(1, new CheckpointBarrier(1));

        // then
        assertThat(gate.hasNext()).isTrue();
        assertThat(readAll()).containsExactly("0 behind");
    }

    @Test
    void shouldReadBlockedChannelAgainWhenCheckpointIsAborted() throws Exception {
        // given
        outboxes.get(0).emitToAll(new CheckpointBarrier(1));
        send(0, "behind");
        readUntilBarrier();
        aligner.onBarrier(0, new CheckpointBarrier(1));

        // when
        aligner.onAborted(1);

        // then
        assertThat(readAll()).containsExactly("0 behind");
    }

    private void send(int channel, String... values) throws Exception {
        for (String value : values) {
            outboxes.get(channel).emit(new DataRecord(value, 0, null));
        }
        outboxes.get(channel).flush();
    }

    private List<String> readAll() {
        List<String> read = new ArrayList<>();
        for (StreamElement element = gate.next(); element != null; element = gate.next()) {
            read.add(gate.channel() + " " + ((DataRecord) element).value());
        }
        return read;
    }

    private List<String> readUntilBarrier() {
        List<String> read = new ArrayList<>();
        for (StreamElement element = gate.next(); element instanceof DataRecord data; element = gate.next()) {
            read.add(gate.channel() + " " + data.value());
        }
        return read;
    }
}
