package io.millrace.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one checkpoint ended.
 *
 * @param checkpointId its number
 * @param run the run that took it
 * @param committed whether it was decided; if not it was given up and the next one will include its output
 * @param duration from trigger to decision
 * @param bytes size of the state that it refers to
 * @param reason why it was given up; null if committed
 */
public record CheckpointReport(
        long checkpointId,
        long run,
        boolean committed,
        Duration duration,
        long bytes,
        @Nullable Throwable reason) {}
