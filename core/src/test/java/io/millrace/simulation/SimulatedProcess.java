package io.millrace.simulation;

import io.millrace.runtime.Drivers;
import io.millrace.runtime.Task;
import io.millrace.time.Clock;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One process in a {@link SeededScheduler}: drives tasks, runs the events of a loop, and lets blocking code take its time.
 * {@link #kill} ends it as SIGKILL would: nothing of it happens any more. {@link #freeze} stops it as SIGSTOP would. An actor
 * that runs no job, such as a cluster of brokers, is a process as well.
 *
 * <p>Blocking code ({@link #call}, {@link #background}, a task's opening and closing) may wait by {@link #block} and by the
 * sleep of {@link #clock}; whatever else the world holds goes on meanwhile. Events, timers and a task's steps may not wait.
 *
 * <p>Not thread-safe: used by the scheduler's thread and by the code that has the turn.
 */
public final class SimulatedProcess implements Drivers, EventLoop {

    /** Some actors are much faster than others in one seed and slower in another. */
    private static final int[] WEIGHTS = {1, 3, 10, 30};

    private final String name;
    private final SimulatedClock time;
    private final Random random;
    private final Trace trace;

    private final Clock clock = new ProcessClock();
    private final List<SimulatedDriver> drivers = new ArrayList<>();
    private final Queue<Runnable> events = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));
    private final List<BlockingWork> works = new ArrayList<>();
    private final SimulatedStep nextEvent;
    private final SimulatedStep nextTimer;
    private final int workWeight;

    private @Nullable BlockingWork current;
    private long timersMade;
    private boolean killed;
    private boolean frozen;

    SimulatedProcess(String name, SimulatedClock time, Random random, Trace trace) {
        this.name = name;
        this.time = time;
        this.random = random;
        this.trace = trace;
        int eventWeight = drawWeight();
        this.nextEvent = new NamedStep(
                name + ":event", eventWeight, () -> events.remove().run());
        this.nextTimer = new NamedStep(
                name + ":timer", eventWeight, () -> timers.remove().event().run());
        this.workWeight = drawWeight();
    }

    public String name() {
        return name;
    }

    /** Whether it was not killed; a client of a dead process has no effect on anything outside. */
    public boolean isAlive() {
        return !killed;
    }

    public boolean isFrozen() {
        return frozen;
    }

    /** Notes something worth reading in the world's trace. */
    public void trace(String what) {
        trace.note(time.nanos(), name, what);
    }

    /**
     * Ends the process at once: no task is closed, no event runs. Code that waits sees a {@link ProcessEndedError}; so does
     * the caller, if it is the process's own blocking code.
     */
    public void kill() {
        if (killed) {
            return;
        }
        trace("is killed");
        killed = true;
        frozen = false;
        drivers.clear();
        events.clear();
        timers.clear();
        BlockingWork own = current;
        List.copyOf(works).stream().filter(work -> work != own).forEach(BlockingWork::unwind);
        works.clear();
        if (own != null && own.isCurrent()) {
            throw new ProcessEndedError(name);
        }
    }

    /** Stops the process: no step of it is possible, and what becomes due meanwhile runs late, until {@link #thaw}. */
    public void freeze() {
        if (!killed) {
            trace("is frozen");
            frozen = true;
        }
    }

    /** Lets a frozen process go on as if nothing had been. */
    public void thaw() {
        if (frozen) {
            trace("is thawed");
            frozen = false;
        }
    }

    // Waiting, for blocking code

    /**
     * Waits until a condition holds, and then some more, until the scheduler goes on with it.
     *
     * @param what the condition, for people and for the order's digest
     * @param until asked often, without any effect
     * @throws IllegalStateException if the caller may not wait
     */
    public void block(String what, BooleanSupplier until) {
        waiting().block(what, until, Long.MAX_VALUE);
    }

    /**
     * Waits until a condition holds, but no longer than {@code bound}.
     *
     * @return whether the condition holds in the end
     */
    public boolean block(String what, Duration bound, BooleanSupplier until) {
        return waiting().block(what, until, time.nanos() + bound.toNanos());
    }

    private BlockingWork waiting() {
        BlockingWork work = current;
        if (work == null || !work.isCurrent()) {
            requireAlive();
            throw new IllegalStateException(
                    "Only blocking code of " + name + " can wait, not an event, a timer or a task's step");
        }
        return work;
    }

    void requireAlive() {
        if (killed) {
            throw new ProcessEndedError(name);
        }
    }

    /** Blocking code has the turn from now on, or nobody; returns who had it before. */
    @Nullable
    BlockingWork runs(@Nullable BlockingWork work) {
        BlockingWork before = current;
        current = work;
        return before;
    }

    void done(BlockingWork work) {
        works.remove(work);
    }

    void start(String what, int weight, Runnable code) {
        if (!killed) {
            works.add(new BlockingWork(this, what, weight, code));
        }
    }

    // What a job needs

    /** Runs blocking work whose outcome nobody is told of by the loop, such as storing a capture. */
    public Executor background() {
        return work -> start("background", workWeight, work);
    }

    @Override
    public Driver drive(Task task, DriverListener listener) {
        SimulatedDriver driver = new SimulatedDriver(this, task, listener, drawWeight());
        if (!killed) {
            drivers.add(driver);
            driver.start();
        }
        return driver;
    }

    @Override
    public void execute(Runnable event) {
        if (!killed) {
            events.add(event);
        }
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable event) {
        Timer timer = new Timer(time.nanos() + delay.toNanos(), timersMade++, event);
        if (!killed) {
            timers.add(timer);
        }
        return () -> timers.remove(timer);
    }

    /** First the call takes effect, some time later its outcome arrives. */
    @Override
    public <T> void call(String what, Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        start(what, workWeight, () -> {
            Runnable outcome = outcome(blocking, then);
            block("its outcome", () -> true);
            execute(outcome);
        });
    }

    private static <T> Runnable outcome(Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        try {
            T result = blocking.call();
            return () -> then.accept(result, null);
        } catch (ProcessEndedError e) {
            throw e;
        } catch (Throwable e) {
            return () -> then.accept(null, e);
        }
    }

    @Override
    public Clock clock() {
        return clock;
    }

    // For the scheduler

    void addPossibleSteps(List<SimulatedStep> possible) {
        if (frozen || killed) {
            return;
        }
        for (SimulatedDriver driver : drivers) {
            if (driver.isPossible()) {
                possible.add(driver);
            }
        }
        if (!events.isEmpty()) {
            possible.add(nextEvent);
        }
        if (!timers.isEmpty() && timers.peek().due() <= time.nanos()) {
            possible.add(nextTimer);
        }
        for (BlockingWork work : works) {
            if (work.isPossible(time.nanos())) {
                possible.add(work);
            }
        }
    }

    /** When something becomes due next, after {@code now}; {@link Long#MAX_VALUE} if nothing does. */
    long nextTimer(long now) {
        if (frozen || killed) {
            return Long.MAX_VALUE;
        }
        long next = timers.isEmpty() || timers.peek().due() <= now
                ? Long.MAX_VALUE
                : timers.peek().due();
        for (BlockingWork work : works) {
            if (work.deadline() > now) {
                next = Math.min(next, work.deadline());
            }
        }
        return next;
    }

    /** Something may have changed for a reader outside. */
    void somethingHappened() {
        for (SimulatedDriver driver : drivers) {
            driver.somethingHappened();
        }
    }

    Optional<Task> parkedWithWork() {
        return drivers.stream()
                .filter(SimulatedDriver::isParkedWithWork)
                .map(SimulatedDriver::task)
                .findFirst();
    }

    void describe(StringBuilder text) {
        text.append("\nprocess ")
                .append(name)
                .append(killed ? " (killed)" : "")
                .append(frozen ? " (frozen)" : "")
                .append(": ")
                .append(events.size())
                .append(" events, timers at ");
        timers.stream()
                .sorted(timers.comparator())
                .forEach(timer -> text.append(timer.due() / 1_000_000).append(" ms "));
        text.append(", calls ").append(works);
        drivers.forEach(driver -> text.append("\n  ").append(driver));
    }

    private int drawWeight() {
        return WEIGHTS[random.nextInt(WEIGHTS.length)];
    }

    @Override
    public String toString() {
        return name;
    }

    private record Timer(long due, long number, Runnable event) {}

    private record NamedStep(String name, int weight, Runnable action) implements SimulatedStep {

        @Override
        public boolean make() {
            action.run();
            return true;
        }
    }

    /** The world's time; whoever sleeps lets others go on. */
    private final class ProcessClock implements Clock {

        @Override
        public long millis() {
            return time.millis();
        }

        @Override
        public long nanos() {
            return time.nanos();
        }

        @Override
        public void sleep(Duration duration) {
            block("a sleep", duration, () -> false);
        }
    }
}
