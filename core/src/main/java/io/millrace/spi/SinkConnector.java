package io.millrace.spi;

import io.millrace.api.Sink;
import java.util.Optional;

/**
 * A sink as its connector implements it.
 *
 * <p>Immutable; opens nothing by itself.
 */
public interface SinkConnector<T> extends Sink<T> {

    /** The commit log whose commit makes this sink's output visible; empty if the sink has no part in one. */
    Optional<CommitLogProvider> commitLog();

    /**
     * Checks, without changing anything, that the sink can be written: settings, cluster, topics.
     *
     * @throws io.millrace.api.StartRefusedException if it cannot, and waiting will not help
     */
    void check(String jobName);

    /** Opens the writer of one task; called by the task's thread. */
    SinkWriter<T> openWriter(SinkContext context);
}
