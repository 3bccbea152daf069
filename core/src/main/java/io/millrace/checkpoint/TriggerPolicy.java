package io.millrace.checkpoint;

import io.millrace.checkpoint.CoordinatorSettings.Timing;
import java.time.Duration;
import java.util.Optional;

/**
 * Says when the next checkpoint is to begin: one each interval, not too many at a time, not too soon after the last
 * one; and once the end is wanted, a final one as soon as no other is on its way.
 *
 * <p>Knows no clock: moments are durations since some beginning, and do not go back. Not thread-safe.
 */
final class TriggerPolicy {

    /** How long to wait after a final checkpoint that was given up, if the interval is not shorter. */
    static final Duration FINAL_RETRY_PAUSE = Duration.ofSeconds(1);

    private final Timing timing;
    private Duration earliest = Duration.ZERO;
    private boolean started;
    private boolean finalWanted;

    TriggerPolicy(Timing timing) {
        this.timing = timing;
    }

    /** The tasks work. Nothing begins before. */
    void onStarted(Duration now) {
        started = true;
        earliest = finalWanted ? now : now.plus(timing.interval());
    }

    /**
     * How long to wait before the next checkpoint may begin; empty if something else must happen first.
     *
     * @param underWay number of checkpoints that have begun and not ended
     */
    Optional<Duration> waitUntilNext(Duration now, int underWay) {
        if (!started || underWay >= (finalWanted ? 1 : timing.maxConcurrent())) {
            return Optional.empty();
        }
        Duration wait = earliest.minus(now);
        return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    }

    /** Whether the next one is to be the last. */
    boolean isFinalNext() {
        return finalWanted;
    }

    void onTriggered(Duration now) {
        earliest = now.plus(timing.interval());
    }

    void onEnded(Duration now) {
        earliest = later(earliest, now.plus(timing.minPause()));
    }

    /** The end is wanted: from now on nothing but final checkpoints, the first of them at once. */
    void onFinalWanted(Duration now) {
        if (!finalWanted) {
            finalWanted = true;
            earliest = now;
        }
    }

    void onFinalGivenUp(Duration now) {
        Duration pause = timing.interval().compareTo(FINAL_RETRY_PAUSE) < 0 ? timing.interval() : FINAL_RETRY_PAUSE;
        earliest = now.plus(pause);
    }

    private static Duration later(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
