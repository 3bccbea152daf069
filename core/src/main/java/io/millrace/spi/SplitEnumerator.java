package io.millrace.spi;

import java.util.List;

/**
 * Finds the splits of one source and where to start in them. Lives for one attempt.
 *
 * <p>One call at a time, by threads that may block; every call is bounded in time.
 */
public interface SplitEnumerator extends AutoCloseable {

    /**
     * Checks, without changing anything, that the source can be read: settings, cluster, topics.
     *
     * @throws io.millrace.api.StartRefusedException if it cannot, and waiting will not help
     */
    void check();

    /** Returns all splits of a source that starts for the first time, its start turned into numbers. */
    List<SourceSplit> start();

    /**
     * Returns all splits of a source that goes on: the restored ones, checked to be still the same, and any that are
     * new, from their very beginning.
     *
     * @param restored positions from the checkpoint, never filtered
     * @throws io.millrace.api.DamagedException if a restored position can no longer be read without loss
     */
    List<SourceSplit> resume(List<SourceSplit> restored);

    /**
     * Publishes committed positions for people and lag tools, best effort; recovery never reads them. Failures are
     * logged by the implementation.
     */
    void committed(List<SourceSplit> positions);

    @Override
    void close();
}
