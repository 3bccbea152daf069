package io.millrace.channel;

import io.millrace.element.DataRecord;
import io.millrace.element.StreamElement;
import java.util.List;

/**
 * The way out of a task to the tasks of one downstream chain: keeps one open batch per channel and lets a partitioner
 * choose the channel of each record. A batch is handed on when it is full, with a barrier or the end of input, and on
 * {@link #flush}.
 *
 * <p>It takes whatever one call into user code emits, even beyond what the channels hold; the task has to ask
 * {@link #hasRoom} before the next call.
 *
 * <p>Confined to its task.
 */
public final class Outbox {

    private final Partitioner partitioner;
    private final Lane[] lanes;

    /** Whether some lane overflows. A field, because it is asked once per record. */
    private boolean overflowing;

    /**
     * Creates an empty outbox.
     *
     * @param partitioner chooses among the channels
     * @param channels one for each downstream task, in their order
     */
    public Outbox(Partitioner partitioner, List<Channel> channels) {
        this.partitioner = partitioner;
        this.lanes = channels.stream().map(Lane::new).toArray(Lane[]::new);
    }

    /** Takes a record. */
    public void emit(DataRecord element) throws Exception {
        int channel = partitioner.channelOf(element);
        if (channel == Partitioner.ALL) {
            for (Lane lane : lanes) {
                overflowing |= lane.add(element);
            }
        } else {
            overflowing |= lanes[channel].add(element);
        }
    }

    /** Takes an element for all channels and hands it on, behind everything that came before: the last of its batch. */
    public void emitToAll(StreamElement element) {
        for (Lane lane : lanes) {
            lane.add(element);
            lane.close();
            overflowing |= lane.isOverflowing();
        }
    }

    /** Whether the task may call user code that emits into this outbox. */
    public boolean hasRoom() {
        return !overflowing;
    }

    /** Hands on as many complete batches as the channels take. */
    public void drain() {
        if (overflowing) {
            boolean left = false;
            for (Lane lane : lanes) {
                lane.drain();
                left |= lane.isOverflowing();
            }
            overflowing = left;
        }
    }

    /** Hands on the open batches too, as far as the channels take them. */
    public void flush() {
        boolean left = false;
        for (Lane lane : lanes) {
            lane.flush();
            left |= lane.isOverflowing();
        }
        overflowing = left;
    }

    /**
     * Asks to be woken when something of what waits in here can be handed on.
     *
     * @return false if that is so already
     */
    public boolean requestRoom() {
        boolean mustWait = true;
        for (Lane lane : lanes) {
            mustWait &= lane.requestRoom();
        }
        return mustWait;
    }
}
