package io.millrace.spi;

import io.millrace.api.Source;
import java.util.Optional;

/**
 * A source as its connector implements it: splits that are found once per attempt and read by parallel readers. A
 * split is a replayable, ordered part of the input, such as a Kafka partition.
 *
 * <p>Immutable; opens nothing by itself.
 */
public interface SourceConnector<T> extends Source<T> {

    /** Opens what finds the splits; one per attempt. Called by a thread that may block. */
    SplitEnumerator openEnumerator(OperatorContext context);

    /** Opens the reader of one task; called by the task's thread. */
    SourceReader<T> openReader(ReaderContext context);

    /** The commit log on this source's cluster, for jobs whose sinks have none. */
    Optional<CommitLogProvider> commitLog();
}
