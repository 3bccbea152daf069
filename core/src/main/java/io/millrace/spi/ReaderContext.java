package io.millrace.spi;

import java.util.List;

/**
 * What a reader may know of its task.
 *
 * @param jobName name of the job
 * @param uid uid of the source
 * @param subtask index of the task, from 0
 * @param parallelism number of tasks of the source
 * @param splits the splits that this reader alone reads, with their positions; may be empty
 */
public record ReaderContext(String jobName, String uid, int subtask, int parallelism, List<SourceSplit> splits) {

    public ReaderContext {
        splits = List.copyOf(splits);
    }
}
