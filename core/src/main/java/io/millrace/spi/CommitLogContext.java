package io.millrace.spi;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a commit log may know of its job.
 *
 * @param jobName name of the job
 * @param checkpointInterval time between two checkpoints
 * @param checkpointTimeout how long one may take
 * @param fail ends the attempt because of an error that no call is there to throw; callable by any thread
 */
public record CommitLogContext(
        String jobName, Duration checkpointInterval, Duration checkpointTimeout, Consumer<Throwable> fail) {}
