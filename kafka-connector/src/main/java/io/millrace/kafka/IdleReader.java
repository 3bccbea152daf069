package io.millrace.kafka;

import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The reader of a task that has no partition, because there are more tasks than partitions.
 *
 * <p>Confined to its task, except {@link #wakeup}.
 */
final class IdleReader<T> implements SourceReader<T> {

    private final Semaphore wakeups = new Semaphore(0);
    private final Status status;

    /** @param bounded whether the source's input ends; here it does so at once */
    IdleReader(boolean bounded) {
        this.status = bounded ? Status.END : Status.IDLE;
    }

    @Override
    public Status read(SourceOutput<T> out) {
        return status;
    }

    @Override
    public void awaitInput(Duration maxWait) throws InterruptedException {
        if (wakeups.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeups.drainPermits();
        }
    }

    @Override
    public void wakeup() {
        wakeups.release();
    }

    @Override
    public List<SourceSplit> positions() {
        return List.of();
    }

    @Override
    public void close() {}
}
