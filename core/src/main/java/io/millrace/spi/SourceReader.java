package io.millrace.spi;

import java.time.Duration;
import java.util.List;

/**
 * Reads the splits of one task.
 *
 * <p>Confined to its task, except {@link #wakeup}.
 */
public interface SourceReader<T> extends AutoCloseable {

    /** What a call to {@link #read} came to. */
    enum Status {
        /** Something was read, or more is at hand. */
        PROGRESS,
        /** Nothing is there at the moment. */
        IDLE,
        /** There is something, but it cannot be read yet, such as behind an open transaction: time does not stand still. */
        BLOCKED,
        /** All splits are read to their end; nothing will come any more. */
        END
    }

    /**
     * Emits what is at hand, a batch at most, for as long as {@code out} has room. Never waits.
     *
     * @param out takes the records
     */
    Status read(SourceOutput<T> out) throws Exception;

    /** Waits until {@link #read} has something to do, {@link #wakeup} is called, or the time is over. */
    void awaitInput(Duration maxWait) throws Exception;

    /** Ends a running or the next {@link #awaitInput}. Thread-safe. */
    void wakeup();

    /**
     * Takes what was found out while the splits are read: further ones, which from now on are among {@link #positions}, and
     * which are blocked. Not called after {@link Status#END}.
     *
     * @param news splits that this reader alone reads, and the blocked ones among all of the source
     */
    void update(SplitNews news);

    /**
     * Returns all splits of this reader with the positions behind the last emitted record, gaps skipped where they
     * are known: what a snapshot holds. The status END of a split is derivable from its position.
     */
    List<SourceSplit> positions();

    /** Closes everything within a bound, also when the cluster is gone. */
    @Override
    void close() throws Exception;
}
