package io.millrace.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the splits of one source and where to start in them, looks after them while they are read. Lives for one attempt.
 *
 * <p>Called by threads that may block; every call is bounded in time. One call at a time, except that {@link #committed},
 * {@link #discover} and {@link #verify} may run side by side, each once.
 */
public interface SplitEnumerator extends AutoCloseable {

    /**
     * Checks, without changing anything, that the source can be read: settings, cluster, rights. Whether its splits are there
     * is for {@link #start} or {@link #resume} to say, which are called before anybody is fenced, too.
     *
     * @throws io.millrace.api.StartRefusedException if it cannot, and waiting will not help
     */
    void check();

    /**
     * Returns all splits of a source that starts for the first time, its start turned into numbers. Changes nothing.
     *
     * @throws io.millrace.api.StartRefusedException if there is nothing to read
     */
    List<SourceSplit> start();

    /**
     * Returns all splits of a source that goes on: the restored ones, checked to be still the same, and any that are
     * new, from their very beginning.
     *
     * @param restored positions from the checkpoint, never filtered
     * @throws io.millrace.api.DamagedException if a restored position can no longer be read without loss
     */
    List<SourceSplit> resume(List<SourceSplit> restored);

    /** How long after one {@link #discover} the next is wanted; empty if none is. */
    Optional<Duration> discoveryInterval();

    /**
     * Looks, while the job runs, for splits that are new, and whether those that are read still are what they were.
     *
     * @throws io.millrace.api.DamagedException if they are not; ends the job. Any other error means that it could not be
     *     found out: the call is repeated later
     */
    SplitNews discover();

    /**
     * Only checks that the splits that are read still are what they were, quickly: a reader waits for it.
     *
     * @throws io.millrace.api.DamagedException see {@link #discover}
     */
    void verify();

    /**
     * Publishes committed positions for people and lag tools, best effort; recovery never reads them. Failures are
     * logged by the implementation.
     */
    void committed(List<SourceSplit> positions);

    @Override
    void close();
}
