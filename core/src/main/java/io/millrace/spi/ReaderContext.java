package io.millrace.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * What a reader may use of its task.
 *
 * <p>Thread-safe.
 */
public interface ReaderContext extends OperatorContext {

    /** Index of the task, from 0. */
    int subtask();

    /** Number of tasks of the source. */
    int parallelism();

    /** Whether the origins of records should keep the records as they were read, since dead letters may be made of them. */
    boolean keepsRaw();

    /** The splits that this reader alone reads, with their positions; may be empty. */
    List<SourceSplit> splits();

    /**
     * Asks for {@link SplitEnumerator#verify}, where a reader has reason to doubt that what it is about to emit belongs to the
     * splits that it was given.
     *
     * @return completed by the reader's task once a check that began after this call found nothing wrong. If it cannot be
     *     found out it takes longer; if something is wrong the attempt ends
     */
    CompletionStage<Void> verify();
}
