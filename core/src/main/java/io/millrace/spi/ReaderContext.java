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

    /** Whether the origins of records should keep the records as they were read, since dead letters may be made of them. */
    boolean keepsRaw();

    /** The splits that this reader alone reads, with their positions; may be empty. */
    List<SourceSplit> splits();
}
