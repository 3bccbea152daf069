package io.millrace.integration.simulation;

import io.millrace.api.JobOptions;
import io.millrace.api.RestartStrategy;
import java.time.Duration;
import java.util.Random;

/** How a simulated job runs: what never changes from start to start, and what does. */
final class DrawnOptions {

    private static final int[] INTERVALS_MILLIS = {10, 20, 50, 200};
    private static final int[] TIMEOUTS_MILLIS = {100, 1000, 10_000, 60_000};

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final JobOptions fixed;

    private DrawnOptions(JobOptions fixed) {
        this.fixed = fixed;
    }

    /** @param patient whether no checkpoint times out, and no transaction gets too old */
    static DrawnOptions draw(Random random, boolean patient) {
        return new DrawnOptions(JobOptions.storage("memory:simulated")
                .checkpointEvery(millis(random, INTERVALS_MILLIS))
                .checkpointTimeout(patient ? PATIENCE : millis(random, TIMEOUTS_MILLIS))
                .retainCheckpoints(1 + random.nextInt(3))
                .keyGroups(4 + random.nextInt(12))
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(500)))
                .bufferTimeout(random.nextBoolean() ? Duration.ofNanos(1) : Duration.ofMillis(10)));
    }

    int retained() {
        return fixed.retainedCheckpoints();
    }

    Duration cancelTimeout() {
        return fixed.cancelTimeout();
    }

    /** The options of one start. */
    JobOptions next(Random random) {
        JobOptions next = fixed.parallelism(1 + random.nextInt(3));
        return random.nextInt(8) == 0 ? next.standby(Duration.ofMillis(1 + random.nextInt(500))) : next;
    }

    private static Duration millis(Random random, int[] choice) {
        return Duration.ofMillis(choice[random.nextInt(choice.length)]);
    }
}
