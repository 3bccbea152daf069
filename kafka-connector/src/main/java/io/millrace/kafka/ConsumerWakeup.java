package io.millrace.kafka;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a waiting poll, or the next one, and leaves other polls alone: a consumer's own wakeup would hit whichever poll comes
 * next, waiting or not.
 *
 * <p>Thread-safe; {@link #await} is called by one thread.
 */
final class ConsumerWakeup {

    private final Runnable wakeConsumer;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile boolean waiting;

    ConsumerWakeup(Runnable wakeConsumer) {
        this.wakeConsumer = wakeConsumer;
    }

    void wakeup() {
        asked.set(true);
        if (waiting) {
            wakeConsumer.run(); // if the wait is over by now the next poll returns early, which does no harm
        }
    }

    void await(Runnable poll) {
        waiting = true;
        try {
            if (!asked.get()) {
                poll.run();
            }
        } finally {
            waiting = false;
            asked.set(false);
        }
    }
}
