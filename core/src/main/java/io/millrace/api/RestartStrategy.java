package io.millrace.api;

import java.time.Duration;

/** Whether and when a job tries again after an attempt failed. Immutable. */
public sealed interface RestartStrategy {

    /** Never: the first failure ends the job. */
    record None() implements RestartStrategy {}

    /**
     * A limited number of times, each after the same delay.
     *
     * @param attempts how many restarts between two committed checkpoints; at least 1
     * @param delay pause before each
     */
    record FixedDelay(int attempts, Duration delay) implements RestartStrategy {

        public FixedDelay {
            if (attempts < 1 || delay.isNegative()) {
                throw new IllegalArgumentException(
                        "A fixed-delay restart needs at least 1 attempt and a delay of 0 or more, not " + attempts
                                + " and " + delay);
            }
        }
    }

    /**
     * Without end, with a delay that doubles from {@code initial} to {@code max}; a random tenth is added or taken, so
     * that many jobs do not come back in the same moment. Committed checkpoints reset the delay.
     */
    record ExponentialDelay(Duration initial, Duration max) implements RestartStrategy {

        public ExponentialDelay {
            if (initial.isNegative() || initial.isZero() || max.compareTo(initial) < 0) {
                throw new IllegalArgumentException(
                        "An exponential-delay restart needs 0 < initial <= max, not " + initial + " and " + max);
            }
        }
    }

    static RestartStrategy none() {
        return new None();
    }

    static RestartStrategy fixedDelay(int attempts, Duration delay) {
        return new FixedDelay(attempts, delay);
    }

    static RestartStrategy exponentialDelay(Duration initial, Duration max) {
        return new ExponentialDelay(initial, max);
    }
}
