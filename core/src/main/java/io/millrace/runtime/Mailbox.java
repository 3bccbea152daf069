package io.millrace.runtime;

import io.millrace.channel.Parker;
import org.jctools.queues.MpscUnboundedArrayQueue;

/**
 * What others want a task to do, done by the task itself between two records. Letters are few: a handful for each
 * checkpoint in flight, whose number is bounded.
 *
 * <p>{@link #put} is thread-safe, the others are confined to the task.
 */
final class Mailbox {

    private static final int CHUNK = 32;

    private final MpscUnboundedArrayQueue<Letter> letters = new MpscUnboundedArrayQueue<>(CHUNK);
    private final Parker parker;

    Mailbox(Parker parker) {
        this.parker = parker;
    }

    /** Leaves a letter, after those already there, and wakes the task. Never opened if the task has ended. */
    void put(Letter letter) {
        letters.offer(letter);
        parker.wake();
    }

    boolean isEmpty() {
        return letters.isEmpty();
    }

    /** Opens the letters that are there; returns whether there were any. */
    boolean openAll() throws Exception {
        Letter letter = letters.poll();
        if (letter == null) {
            return false;
        }
        while (letter != null) {
            letter.open();
            letter = letters.poll();
        }
        return true;
    }

    /** Something that a task is to do. */
    @FunctionalInterface
    interface Letter {
        void open() throws Exception;
    }
}
