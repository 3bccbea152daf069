package io.millrace.channel;

import java.lang.invoke.VarHandle;
import org.jctools.queues.SpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The bounded queue from one task to one downstream task: a ring of batches with one producer and one consumer. When it
 * is full the producer keeps what it has and stops reading its own input: so back-pressure travels upstream.
 *
 * <p>A consumer that sleeps is woken by every batch. A producer that waits for room is woken when the ring is half
 * empty, not earlier, so that both do not wake each other for every batch.
 *
 * <p>Each method says which of the two tasks may call it.
 */
public final class Channel {

    /** Batches in the ring. A larger one holds more data before a barrier and so aligns later. */
    static final int CAPACITY = 8;

    private static final int HALF = CAPACITY / 2;

    private final SpscArrayQueue<Batch> ring = new SpscArrayQueue<>(CAPACITY);
    private final Parker producer;
    private final Parker consumer;
    private volatile boolean producerWaits;

    /**
     * Creates an empty channel.
     *
     * @param producer where the upstream task sleeps
     * @param consumer where the downstream task sleeps
     */
    public Channel(Parker producer, Parker consumer) {
        this.producer = producer;
        this.consumer = consumer;
    }

    /** Producer: hands a batch over, unless the ring is full. The producer must not touch the batch afterwards. */
    boolean offer(Batch batch) {
        if (!ring.offer(batch)) {
            return false;
        }
        consumer.wake();
        return true;
    }

    /**
     * Producer: asks to be woken when the ring is half empty.
     *
     * @return false if it is so already and nobody will wake the producer
     */
    boolean requestRoom() {
        producerWaits = true;
        VarHandle.fullFence(); // announce, then look: the consumer takes a batch, then looks
        if (ring.size() <= HALF) {
            producerWaits = false;
            return false;
        }
        return true;
    }

    /** Consumer: takes the oldest batch, or returns null if there is none. */
    public @Nullable Batch poll() {
        Batch batch = ring.poll();
        if (batch != null) {
            VarHandle.fullFence();
            if (producerWaits && ring.size() <= HALF) {
                producerWaits = false;
                producer.wake();
            }
        }
        return batch;
    }

    /** Consumer: whether there is nothing to take. */
    public boolean isEmpty() {
        return ring.isEmpty();
    }

    /** Batches in the ring, for people who want to know where a job is stuck. Thread-safe, and old when it returns. */
    public int size() {
        return ring.size();
    }
}
