package io.millrace.checkpoint;

import java.time.Duration;
import java.util.Map;

/**
 * What a coordinator needs to know of its job and attempt.
 *
 * @param identity the job and its storage
 * @param run number of the attempt, which owns the job
 * @param firstCheckpointId number of the first checkpoint to trigger, above all that were ever seen
 * @param timing when checkpoints are taken
 * @param retained how many committed checkpoints are kept, the newest included
 * @param keyGroups number of key groups
 * @param keyHashVersion version of the routine that maps keys to key groups
 * @param operators parallelism of each operator that has a uid
 */
public record CoordinatorSettings(
        JobIdentity identity,
        long run,
        long firstCheckpointId,
        Timing timing,
        int retained,
        int keyGroups,
        int keyHashVersion,
        Map<String, Integer> operators) {

    public CoordinatorSettings {
        operators = Map.copyOf(operators);
    }

    /**
     * When checkpoints are taken.
     *
     * @param interval from one trigger to the next
     * @param timeout how long a checkpoint may take until all of it is durable
     * @param minPause from the end of one checkpoint to the trigger of the next
     * @param maxConcurrent how many may be on their way at the same time
     */
    public record Timing(Duration interval, Duration timeout, Duration minPause, int maxConcurrent) {

        public Timing {
            if (maxConcurrent < 1) {
                throw new IllegalArgumentException("At least one checkpoint must be possible, not " + maxConcurrent);
            }
        }

        /** One at a time, without a pause between them. */
        public static Timing of(Duration interval, Duration timeout) {
            return new Timing(interval, timeout, Duration.ZERO, 1);
        }
    }
}
