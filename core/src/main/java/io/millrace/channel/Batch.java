package io.millrace.channel;

import io.millrace.element.StreamElement;
import org.jspecify.annotations.Nullable;

/**
 * Elements that cross a channel together. Filled by the producer, then handed over and read once by the consumer.
 *
 * <p>Not thread-safe: the channel's hand-over makes what the producer wrote visible to the consumer.
 */
public final class Batch {

    /** How many elements fit in. */
    public static final int CAPACITY = 512;

    private final StreamElement[] elements = new StreamElement[CAPACITY];
    private int size;
    private int read;

    /** Appends an element. Must not be full. */
    void add(StreamElement element) {
        elements[size++] = element;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    /** Returns the next element, or null when all were read. */
    public @Nullable StreamElement next() {
        return read == size ? null : elements[read++];
    }

    /** Whether elements are left to read. */
    public boolean hasNext() {
        return read < size;
    }
}
