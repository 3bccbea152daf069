package io.millrace.runtime;

import io.millrace.api.RestartStrategy;
import io.millrace.spi.NewAttemptException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Says after a failed attempt whether to try again, and when. Confined to the job's event loop.
 */
final class RestartPolicy {

    private static final double JITTER = 0.1;

    /** Long enough for what changes again and again not to keep the job from its work. */
    private static final Duration PAUSE_BEFORE_WANTED = Duration.ofMillis(500);

    private final RestartStrategy strategy;
    private final RandomGenerator random;
    private int failuresInARow;

    RestartPolicy(RestartStrategy strategy, RandomGenerator random) {
        this.strategy = strategy;
        this.random = random;
    }

    /** A checkpoint was committed: the job gets on, so that what failed before no longer counts. */
    void progressed() {
        failuresInARow = 0;
    }

    /** Returns the pause before the next attempt, or nothing if there is to be none. */
    Optional<Duration> ended(Throwable cause) {
        return cause instanceof NewAttemptException ? Optional.of(PAUSE_BEFORE_WANTED) : failed();
    }

    private Optional<Duration> failed() {
        failuresInARow++;
        if (strategy instanceof RestartStrategy.FixedDelay fixed) {
            return failuresInARow <= fixed.attempts() ? Optional.of(fixed.delay()) : Optional.empty();
        }
        if (strategy instanceof RestartStrategy.ExponentialDelay exponential) {
            return Optional.of(jittered(doubled(exponential)));
        }
        return Optional.empty();
    }

    private Duration doubled(RestartStrategy.ExponentialDelay exponential) {
        Duration delay = exponential.initial();
        for (int i = 1; i < failuresInARow && delay.compareTo(exponential.max()) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(exponential.max()) < 0 ? delay : exponential.max();
    }

    private Duration jittered(Duration delay) {
        double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
        return Duration.ofNanos((long) (delay.toNanos() * factor));
    }
}
