package io.millrace.simulation;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * A world in which everything happens on one thread: which task steps next, which event, timer or blocking call runs,
 * and when time passes is drawn from a seed. The same seed gives the same order.
 *
 * <p>When nothing can go on, the clock moves to the next timer; now and then it moves earlier, so that timers race with
 * the work. Before it moves, no parked task may have anything to do: that would be a lost wake-up.
 *
 * <p>Not thread-safe: one thread does everything.
 */
public final class SeededScheduler {

    /** One step in so many lets time pass although something else could go on. */
    private static final int STEPS_PER_TIME_LEAP = 50;

    private static final Duration LONGEST_LEAP_OVER_WORK = Duration.ofSeconds(5);

    private static final int REMEMBERED_STEPS = 60;

    private final long seed;
    private final Random random;
    private final SimulatedClock clock = new SimulatedClock();
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final Deque<String> lastSteps = new ArrayDeque<>();

    private long steps;
    private long digest = 17;

    public SeededScheduler(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** Adds a process to the world. */
    public SimulatedProcess process(String name) {
        SimulatedProcess process = new SimulatedProcess(name, clock, random);
        processes.add(process);
        return process;
    }

    public Clock clock() {
        return clock;
    }

    /** For faults and data that are part of the same draw. */
    public Random random() {
        return random;
    }

    /** How many steps were made so far. */
    public long steps() {
        return steps;
    }

    /** Identifies the order of all steps so far. */
    public long digest() {
        return digest;
    }

    /**
     * Runs until {@code done}, which is asked after every step.
     *
     * @param maxSteps the world is stuck in a loop if it takes more
     * @throws AssertionError with the state of everything, if it takes more, or if nothing can go on before
     */
    public void runUntil(BooleanSupplier done, long maxSteps) {
        long limit = steps + maxSteps;
        while (!done.getAsBoolean()) {
            if (steps >= limit) {
                throw failure("Not done after " + maxSteps + " steps", null);
            }
            if (!step(true)) {
                throw failure("Nothing can go on, and it is not done", null);
            }
        }
    }

    /** Runs until nothing can go on without time passing. */
    public void runUntilQuiet(long maxSteps) {
        long limit = steps + maxSteps;
        while (step(false)) {
            if (steps >= limit) {
                throw failure("Not quiet after " + maxSteps + " steps", null);
            }
        }
    }

    /** Lets time pass; what is due then runs with the next steps. */
    public void advance(Duration time) {
        clock.advance(time);
    }

    /** Makes one step; returns whether there was one to make. */
    private boolean step(boolean mayLetTimePass) {
        List<SimulatedStep> possible = new ArrayList<>();
        for (SimulatedProcess process : processes) {
            process.addPossibleSteps(possible);
        }
        OptionalLong nextTimer = nextTimer();
        boolean leap = possible.isEmpty() || random.nextInt(STEPS_PER_TIME_LEAP) == 0;
        if (mayLetTimePass && leap && nextTimer.isPresent() && (possible.isEmpty() || isNear(nextTimer.getAsLong()))) {
            note("time passes");
            requireNoLostWakeUps();
            clock.advanceTo(nextTimer.getAsLong());
            processes.forEach(SimulatedProcess::somethingHappened);
            return true;
        }
        if (possible.isEmpty()) {
            requireNoLostWakeUps();
            return false;
        }
        make(draw(possible));
        return true;
    }

    /** Work does not take so long that bounds of many seconds are met while it goes on. */
    private boolean isNear(long due) {
        return due - clock.nanos() <= LONGEST_LEAP_OVER_WORK.toNanos();
    }

    private void make(SimulatedStep step) {
        note(step.name());
        try {
            if (step.action().run()) {
                processes.forEach(SimulatedProcess::somethingHappened);
            }
        } catch (Throwable e) {
            throw failure(step.name() + " threw " + e, e);
        }
    }

    private SimulatedStep draw(List<SimulatedStep> possible) {
        int total = possible.stream().mapToInt(SimulatedStep::weight).sum();
        int drawn = random.nextInt(total);
        for (SimulatedStep step : possible) {
            drawn -= step.weight();
            if (drawn < 0) {
                return step;
            }
        }
        throw new IllegalStateException("Weights do not add up");
    }

    private OptionalLong nextTimer() {
        return processes.stream()
                .map(SimulatedProcess::nextTimer)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .filter(due -> due > clock.nanos())
                .min();
    }

    private void requireNoLostWakeUps() {
        for (SimulatedProcess process : processes) {
            process.parkedWithWork().ifPresent(task -> {
                throw failure("Lost wake-up: " + task + " is parked, but has something to do", null);
            });
        }
    }

    private void note(String step) {
        steps++;
        digest = digest * 31 + step.hashCode();
        lastSteps.addLast(steps + " " + step);
        if (lastSteps.size() > REMEMBERED_STEPS) {
            lastSteps.removeFirst();
        }
    }

    private AssertionError failure(String message, Throwable cause) {
        StringBuilder text = new StringBuilder(message)
                .append("\nseed ")
                .append(seed)
                .append(", step ")
                .append(steps)
                .append(", clock ")
                .append(clock.millis())
                .append(" ms");
        processes.forEach(process -> process.describe(text));
        text.append("\nlast steps: ").append(String.join(" | ", lastSteps));
        return new AssertionError(text.toString(), cause);
    }
}
