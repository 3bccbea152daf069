package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that a test moves by hand. */
final class ManualClock implements Clock {

    private final AtomicLong nanos = new AtomicLong(1);

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public void sleep(Duration time) {
        advance(time);
    }

    @Override
    public long millis() {
        return nanos.get() / 1_000_000;
    }

    @Override
    public long nanos() {
        return nanos.get();
    }
}
