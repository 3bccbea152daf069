package io.millrace.channel;

import io.millrace.element.StreamElement;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What an outbox keeps for one channel: the open batch, and behind a full ring the batches that are complete.
 *
 * <p>Confined to the task of its outbox.
 */
final class Lane {

    private final Channel channel;

    /** Complete batches, oldest first, that the ring had no room for. Bounded by what one call into user code emits. */
    private final ArrayDeque<Batch> overflow = new ArrayDeque<>();

    private @Nullable Batch open;

    Lane(Channel channel) {
        this.channel = channel;
    }

    /**
     * Appends an element and hands the batch on if that fills it.
     *
     * @return whether it was handed on, but not taken by the ring
     */
    boolean add(StreamElement element) {
        Batch batch = open;
        if (batch == null) {
            batch = new Batch();
            open = batch;
        }
        batch.add(element);
        if (batch.isFull()) {
            close();
            return isOverflowing();
        }
        return false;
    }

    /** Completes the open batch, if there is one: into the ring, or behind the overflow. */
    void close() {
        Batch batch = open;
        if (batch != null) {
            open = null;
            if (!overflow.isEmpty() || !channel.offer(batch)) {
                overflow.add(batch);
            }
        }
    }

    /** Hands on what the ring takes, the open batch too; what it does not take stays. */
    void flush() {
        drain();
        Batch batch = open;
        if (batch != null && overflow.isEmpty() && channel.offer(batch)) {
            open = null;
        }
    }

    /** Hands on what the ring takes of the overflow. */
    void drain() {
        Batch oldest = overflow.peek();
        while (oldest != null && channel.offer(oldest)) {
            overflow.remove();
            oldest = overflow.peek();
        }
    }

    boolean isOverflowing() {
        return !overflow.isEmpty();
    }

    /**
     * Asks to be woken when what waits here can be handed on.
     *
     * @return false if that is the case already
     */
    boolean requestRoom() {
        return (open == null && overflow.isEmpty()) || channel.requestRoom();
    }
}
