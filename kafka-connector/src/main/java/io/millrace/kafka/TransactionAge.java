package io.millrace.kafka;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long the present transaction has been open. Brokers count from its first record.
 *
 * <p>Thread-safe.
 */
final class TransactionAge {

    private static final long NOT_OPEN = Long.MIN_VALUE;

    private final AtomicLong openedNanos = new AtomicLong(NOT_OPEN);

    boolean isOpen() {
        return openedNanos.get() != NOT_OPEN;
    }

    /** A record is sent; the first one opens the transaction. */
    void opened(long nowNanos) {
        openedNanos.compareAndSet(NOT_OPEN, nowNanos == NOT_OPEN ? NOT_OPEN + 1 : nowNanos);
    }

    void ended() {
        openedNanos.set(NOT_OPEN);
    }

    Duration at(long nowNanos) {
        long opened = openedNanos.get();
        return opened == NOT_OPEN ? Duration.ZERO : Duration.ofNanos(nowNanos - opened);
    }
}
