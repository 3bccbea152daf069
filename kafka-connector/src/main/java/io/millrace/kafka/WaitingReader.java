package io.millrace.kafka;

import io.millrace.spi.SourceOutput;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitNews;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reader of a task that has no partition to read, because there are more tasks than partitions, or all of its own are
 * missing; becomes a real one when the task gets some.
 *
 * <p>Confined to its task, except {@link #wakeup}.
 */
final class WaitingReader<T> implements SourceReader<T> {

    private final Semaphore wakeups = new Semaphore(0);
    private final Status status;
    private final List<SourceSplit> missing;
    private final Function<List<SourceSplit>, SourceReader<T>> open;
    private volatile @Nullable SourceReader<T> reader;

    /**
     * @param bounded whether the source's input ends; here it does so at once
     * @param missing positions that are kept, and not read on from
     * @param open opens the reader of the first partitions, given with those that are missing
     */
    WaitingReader(boolean bounded, List<SourceSplit> missing, Function<List<SourceSplit>, SourceReader<T>> open) {
        this.status = bounded ? Status.END : Status.IDLE;
        this.missing = List.copyOf(missing);
        this.open = open;
    }

    @Override
    public Status read(SourceOutput<T> out) throws Exception {
        SourceReader<T> real = reader;
        return real == null ? status : real.read(out);
    }

    @Override
    public void awaitInput(Duration maxWait) throws Exception {
        SourceReader<T> real = reader;
        if (real != null) {
            real.awaitInput(maxWait);
        } else if (wakeups.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
            wakeups.drainPermits();
        }
    }

    @Override
    public void wakeup() {
        SourceReader<T> real = reader;
        if (real != null) {
            real.wakeup();
        } else {
            wakeups.release();
        }
    }

    @Override
    public void update(SplitNews news) {
        SourceReader<T> real = reader;
        if (real != null) {
            real.update(news);
        } else if (!news.added().isEmpty()) {
            SourceReader<T> opened = open.apply(
                    Stream.concat(missing.stream(), news.added().stream()).toList());
            reader = opened;
            opened.update(new SplitNews(List.of(), news.blocked()));
        }
    }

    @Override
    public List<SourceSplit> positions() {
        SourceReader<T> real = reader;
        return real == null ? missing : real.positions();
    }

    @Override
    public void close() throws Exception {
        SourceReader<T> real = reader;
        if (real != null) {
            real.close();
        }
    }
}
