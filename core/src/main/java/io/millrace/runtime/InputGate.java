package io.millrace.runtime;

import io.millrace.channel.Batch;
import io.millrace.channel.Channel;
import io.millrace.element.StreamElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way into a task: reads its input channels in turn, a batch at a time, and leaves out those that the
 * {@link BarrierAligner} blocks. A barrier is always the last element of its batch, so that no channel is blocked in the
 * middle of one.
 *
 * <p>Confined to its task.
 */
final class InputGate {

    private final Channel[] channels;
    private final BarrierAligner aligner;

    /** What is being read, from the current channel. */
    private @Nullable Batch batch;

    private int current;

    InputGate(List<Channel> channels, BarrierAligner aligner) {
        this.channels = channels.toArray(Channel[]::new);
        this.aligner = aligner;
    }

    int channels() {
        return channels.length;
    }

    /** Returns the next element, or null if no channel that may be read has one. */
    @Nullable
    StreamElement next() {
        StreamElement element = batch == null ? null : batch.next();
        return element == null ? fromNextChannel() : element;
    }

    /** Index of the channel that the last element came from. */
    int channel() {
        return current;
    }

    /** Whether {@link #next} would return an element. */
    boolean hasNext() {
        if (batch != null && batch.hasNext()) {
            return true;
        }
        for (int i = 0; i < channels.length; i++) {
            if (!aligner.isBlocked(i) && !channels[i].isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Looks for a batch in all channels, the one after the current first and the current last. */
    private @Nullable StreamElement fromNextChannel() {
        batch = null;
        for (int i = 0; i < channels.length; i++) {
            current = current + 1 == channels.length ? 0 : current + 1;
            Batch next = aligner.isBlocked(current) ? null : channels[current].poll();
            if (next != null) {
                batch = next;
                return next.next();
            }
        }
        return null;
    }

    /** Batches in each channel, for people who want to know where a job is stuck. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < channels.length; i++) {
            text.append(i == 0 ? "" : " ").append(channels[i].size()).append(aligner.isBlocked(i) ? "(blocked)" : "");
        }
        return text.toString();
    }
}
