package io.millrace.simulation;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A world in which one thing happens at a time: which task steps next, which event, timer or stretch of blocking code runs,
 * and when time passes is drawn from a seed. The same seed gives the same order.
 *
 * <p>When nothing can go on, the clock moves to the next timer; now and then it moves earlier, so that timers race with
 * the work. Before it moves, no parked task may have anything to do: that would be a lost wake-up.
 *
 * <p>Not thread-safe: one thread steps, and hands its turn to the threads of blocking code and takes it back. Closing the world
 * ends all processes, and so frees those threads.
 */
public final class SeededScheduler implements AutoCloseable {

    /** One step in so many lets time pass although something else could go on. */
    private static final int STEPS_PER_TIME_LEAP = 50;

    /** So much time may pass at most in such a leap: from worlds where work takes hardly any time to those where it is slow. */
    private static final long[] LONGEST_LEAPS_MICROS = {100, 1_000, 10_000, 5_000_000};

    private final long seed;
    private final Random random;
    private final SimulatedClock clock = new SimulatedClock();
    private final Trace trace = new Trace();
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<SimulatedProcess> alive = new ArrayList<>();
    private final List<SimulatedStep> possible = new ArrayList<>();
    private final long longestLeapNanos;
    private boolean unhurried;
    private @Nullable Throwable violation;

    public SeededScheduler(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.longestLeapNanos = 1_000 * LONGEST_LEAPS_MICROS[random.nextInt(LONGEST_LEAPS_MICROS.length)];
    }

    /** Adds a process to the world. */
    public SimulatedProcess process(String name) {
        SimulatedProcess process = new SimulatedProcess(name, clock, random, trace);
        processes.add(process);
        alive.add(process);
        return process;
    }

    /** Shows the world's time; nobody can sleep by it, see {@link SimulatedProcess#clock}. */
    public Clock clock() {
        return clock;
    }

    /** For faults and data that are part of the same draw. */
    public Random random() {
        return random;
    }

    /** How many steps were made so far. */
    public long steps() {
        return trace.steps();
    }

    /** How much simulated time has passed so far. */
    public Duration elapsed() {
        return Duration.ofNanos(clock.nanos());
    }

    /** Identifies the order of all steps so far, and all lines of the trace. */
    public long digest() {
        return trace.digest();
    }

    /** Notes something worth reading when a seed fails. */
    public void trace(String who, String what) {
        trace.note(clock.nanos(), who, what);
    }

    /** The newest lines of the trace, each with its simulated time, oldest first. */
    public List<String> traceLines() {
        return trace.lines();
    }

    /**
     * Something happened that never may: the run ends with it after this step, whatever becomes of the exception elsewhere. The
     * first one counts.
     */
    public void violated(Throwable what) {
        if (violation == null) {
            violation = what;
        }
    }

    /**
     * Runs until {@code done}, which is asked after every step.
     *
     * @param maxSteps the world is stuck in a loop if it takes more
     * @throws AssertionError with the state of everything, if it takes more, or if nothing can go on before
     */
    public void runUntil(BooleanSupplier done, long maxSteps) {
        long limit = steps() + maxSteps;
        while (!done.getAsBoolean()) {
            if (steps() >= limit) {
                throw failure("Not done after " + maxSteps + " steps", null);
            }
            if (!step(true)) {
                throw failure("Nothing can go on, and it is not done", null);
            }
        }
    }

    /** Runs until nothing can go on without time passing. */
    public void runUntilQuiet(long maxSteps) {
        long limit = steps() + maxSteps;
        while (step(false)) {
            if (steps() >= limit) {
                throw failure("Not quiet after " + maxSteps + " steps", null);
            }
        }
    }

    /**
     * Runs until so much time has passed, or nothing can go on.
     *
     * @throws AssertionError if it takes more than {@code maxSteps}
     */
    public void runFor(Duration time, long maxSteps) {
        long limit = steps() + maxSteps;
        long end = clock.nanos() + time.toNanos();
        while (clock.nanos() < end && step(true)) {
            if (steps() >= limit) {
                throw failure(time + " were not over after " + maxSteps + " steps", null);
            }
        }
    }

    /** From now on time passes only when nothing else can go on, so that no work is too slow for any bound. */
    public void hurryNobody() {
        unhurried = true;
    }

    /** How much time may pass at most while there is work: how slow the machine is. */
    public Duration longestLeap() {
        return Duration.ofNanos(longestLeapNanos);
    }

    /** Lets time pass; what is due then runs with the next steps. */
    public void advance(Duration time) {
        clock.advance(time);
    }

    @Override
    public void close() {
        processes.forEach(SimulatedProcess::kill);
    }

    /** Makes one step; returns whether there was one to make. */
    private boolean step(boolean mayLetTimePass) {
        possible.clear();
        alive.removeIf(process -> !process.isAlive());
        for (SimulatedProcess process : alive) {
            process.addPossibleSteps(possible);
        }
        boolean leap = possible.isEmpty() || (!unhurried && random.nextInt(STEPS_PER_TIME_LEAP) == 0);
        if (mayLetTimePass && leap && letTimePass()) {
            return true;
        }
        if (possible.isEmpty()) {
            requireNoLostWakeUps();
            return false;
        }
        make(draw());
        return true;
    }

    private boolean letTimePass() {
        long now = clock.nanos();
        long next = Long.MAX_VALUE;
        for (SimulatedProcess process : alive) {
            next = Math.min(next, process.nextTimer(now));
        }
        if (next == Long.MAX_VALUE) {
            return false;
        }
        if (!possible.isEmpty()) {
            next = Math.min(next, now + longestLeapNanos);
        }
        trace.step("time passes");
        requireNoLostWakeUps();
        clock.advanceTo(next);
        alive.forEach(SimulatedProcess::somethingHappened);
        return true;
    }

    private void make(SimulatedStep step) {
        String name = step.name();
        trace.step(name);
        try {
            if (step.make()) {
                alive.forEach(SimulatedProcess::somethingHappened);
            }
        } catch (Throwable e) {
            violated(e);
        }
        if (violation != null) {
            throw failure(name + " threw " + violation, violation);
        }
    }

    private SimulatedStep draw() {
        int total = 0;
        for (SimulatedStep step : possible) {
            total += step.weight();
        }
        int drawn = random.nextInt(total);
        for (SimulatedStep step : possible) {
            drawn -= step.weight();
            if (drawn < 0) {
                return step;
            }
        }
        throw new IllegalStateException("Weights do not add up");
    }

    private void requireNoLostWakeUps() {
        for (SimulatedProcess process : alive) {
            process.parkedWithWork().ifPresent(task -> {
                throw failure("Lost wake-up: " + task + " is parked, but has something to do", null);
            });
        }
    }

    private AssertionError failure(String message, @Nullable Throwable cause) {
        StringBuilder text = new StringBuilder(message)
                .append("\nseed ")
                .append(seed)
                .append(", step ")
                .append(steps())
                .append(", clock ")
                .append(clock.millis())
                .append(" ms");
        processes.forEach(process -> process.describe(text));
        text.append("\nlast steps: ").append(trace.lastSteps());
        return new AssertionError(text.toString(), cause);
    }
}
