package io.millrace.spi;

import java.util.List;

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

    /** The splits that this reader alone reads, with their positions; may be empty. */
    List<SourceSplit> splits();
}
