package io.millrace.time;

import java.time.Duration;

/** The machine's clock. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long millis() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
        Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
    }
}
