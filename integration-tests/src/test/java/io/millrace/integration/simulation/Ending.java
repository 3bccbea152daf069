package io.millrace.integration.simulation;

import io.millrace.api.DamagedException;
import io.millrace.api.JobState;
import io.millrace.simulation.SeededScheduler;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How a job comes to its end once nothing goes wrong any more: by the end of its input, or it is stopped when all of an input
 * without end was shown.
 */
final class Ending {

    private static final long MAX_STEPS = Simulation.MAX_STEPS;
    private static final int STEPS_BETWEEN_LOOKS = 500;
    private static final int MOST_STEPS_BEFORE = 1_000;
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final SeededScheduler world;
    private final boolean endless;
    private final OutputOracle output;
    private final Supplier<List<Started>> underWay;
    private final Set<Started> spoilt = new HashSet<>();

    Ending(SeededScheduler world, boolean endless, OutputOracle output, Supplier<List<Started>> underWay) {
        this.world = world;
        this.endless = endless;
        this.output = output;
        this.underWay = underWay;
    }

    /** Whether the job in this process has come to the end, and not just been stopped by somebody before. */
    boolean isReachedBy(Started process) {
        return endless
                ? process.job().state() == JobState.STOPPED && output.isComplete()
                : process.job().state() == JobState.FINISHED;
    }

    /** Runs until no process does anything any more. */
    void await() {
        if (endless) {
            awaitOutput();
            underWay.get().forEach(each -> each.job().stop(BOUND));
        }
        world.runUntil(this::isQuiet, MAX_STEPS);
    }

    private void awaitOutput() {
        long limit = world.steps() + MAX_STEPS;
        while (!output.isComplete() && !isQuiet()) {
            long at = world.steps() + STEPS_BETWEEN_LOOKS;
            world.runUntil(() -> world.steps() >= at || isQuiet(), MAX_STEPS);
            if (at > limit) {
                output.requireComplete();
            }
        }
    }

    private boolean isQuiet() {
        return underWay.get().isEmpty();
    }

    /**
     * All was shown; a job whose input is not what it was any more has to end and to name it, and shows nothing more. A topic only
     * vanishes while no job runs, for a running one goes on for long before it believes that, which costs many steps.
     */
    void spoil(Outside outside, Supplier<Started> start) {
        List<List<Item>> before = output.seenOnce();
        boolean running = world.random().nextBoolean();
        Optional<Started> runs = running ? Optional.of(start.get()) : Optional.empty();
        long at = world.steps() + world.random().nextInt(MOST_STEPS_BEFORE);
        runs.ifPresent(job -> world.runUntil(() -> world.steps() >= at || isQuiet(), MAX_STEPS));
        String topic = outside.spoilInput(!running).orElseThrow();
        world.trace("-- fault", "topic " + topic + " is gone or made anew");
        Started process = runs.orElseGet(start);
        world.runUntil(this::isQuiet, MAX_STEPS);
        boolean named = process.job().failure().orElse(null) instanceof DamagedException noticed
                && String.valueOf(noticed.getMessage()).contains(topic);
        if (!named) {
            throw new Violation(process + " should have ended for what became of topic " + topic);
        }
        output.requireNothingElse();
        if (!output.seenOnce().equals(before)) {
            throw new Violation("More was shown after topic " + topic + " was gone or made anew");
        }
        spoilt.add(process);
    }

    /** Whether the process ended because its input was spoilt. */
    boolean explains(Started process) {
        return spoilt.contains(process);
    }
}
