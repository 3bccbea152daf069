package io.millrace.runtime;

import io.millrace.channel.Batch;
import io.millrace.channel.Channel;
import io.millrace.element.StreamElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way into a task: reads its input channels batch by batch, in turn, and leaves out those that the
 * {@link BarrierAligner} blocks. What is left of the batch of a blocked channel waits here.
 *
 * <p>Confined to its task.
 */
final class InputGate {

    private final Channel[] channels;
    private final BarrierAligner aligner;

    /** Per channel the batch that is being read. */
    private final @Nullable Batch[] batches;

    private int current;

    InputGate(List<Channel> channels, BarrierAligner aligner) {
        this.channels = channels.toArray(Channel[]::new);
        this.aligner = aligner;
        this.batches = new Batch[this.channels.length];
    }

    int channels() {
        return channels.length;
    }

    /** Returns the next element, or null if no channel that may be read has one. */
    @Nullable
    StreamElement next() {
        if (!aligner.isBlocked(current)) {
            Batch batch = batches[current];
            if (batch != null) {
                StreamElement element = batch.next();
                if (element != null) {
                    return element;
                }
                batches[current] = null;
            }
        }
        return fromNextChannel();
    }

    /** Index of the channel that the last element came from. */
    int channel() {
        return current;
    }

    /** Whether {@link #next} would return an element. */
    boolean hasNext() {
        for (int i = 0; i < channels.length; i++) {
            Batch batch = batches[i];
            if (!aligner.isBlocked(i) && ((batch != null && batch.hasNext()) || !channels[i].isEmpty())) {
                return true;
            }
        }
        return false;
    }

    /** Looks for a batch in all channels, the one after the current first and the current last. */
    private @Nullable StreamElement fromNextChannel() {
        for (int i = 0; i < channels.length; i++) {
            current = current + 1 == channels.length ? 0 : current + 1;
            if (aligner.isBlocked(current)) {
                continue;
            }
            Batch batch = batches[current];
            if (batch == null || !batch.hasNext()) {
                batch = channels[current].poll();
                batches[current] = batch;
            }
            if (batch != null) {
                return batch.next();
            }
        }
        return null;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < channels.length; i++) {
            text.append(i == 0 ? "" : " ").append(channels[i].size()).append(aligner.isBlocked(i) ? "(blocked)" : "");
        }
        return text.toString();
    }
}
