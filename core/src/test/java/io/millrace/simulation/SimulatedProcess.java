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
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One process in a {@link SeededScheduler}: drives tasks, runs the events of a loop, and lets blocking calls take their
 * time. {@link #kill} ends it as SIGKILL would: nothing of it happens any more.
 *
 * <p>Not thread-safe.
 */
public final class SimulatedProcess implements Drivers, EventLoop {

    /** Some actors are much faster than others in one seed and slower in another. */
    private static final int[] WEIGHTS = {1, 3, 10, 30};

    private final String name;
    private final Clock clock;
    private final Random random;

    private final List<SimulatedDriver> drivers = new ArrayList<>();
    private final Queue<Runnable> events = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));
    private final List<Call> calls = new ArrayList<>();
    private final int eventWeight;
    private final int callWeight;

    private long timersMade;
    private boolean killed;

    SimulatedProcess(String name, Clock clock, Random random) {
        this.name = name;
        this.clock = clock;
        this.random = random;
        this.eventWeight = drawWeight();
        this.callWeight = drawWeight();
    }

    /** Ends the process at once: no task is closed, no event runs, no call that has not run yet has an effect. */
    public void kill() {
        killed = true;
        drivers.clear();
        events.clear();
        timers.clear();
        calls.clear();
    }

    /** Runs blocking work whose outcome nobody is told of by the loop, such as storing a capture. */
    public Executor background() {
        return work -> {
            if (!killed) {
                calls.add(new Call("background", () -> {
                    work.run();
                    return null;
                }));
            }
        };
    }

    @Override
    public Driver drive(Task task, DriverListener listener) {
        SimulatedDriver driver = new SimulatedDriver(task, listener, drawWeight());
        if (!killed) {
            drivers.add(driver);
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
        Timer timer = new Timer(clock.nanos() + delay.toNanos(), timersMade++, event);
        if (!killed) {
            timers.add(timer);
        }
        return () -> timers.remove(timer);
    }

    @Override
    public <T> void call(String what, Callable<T> blocking, BiConsumer<@Nullable T, @Nullable Throwable> then) {
        if (!killed) {
            calls.add(new Call(what, () -> {
                try {
                    T result = blocking.call();
                    return () -> then.accept(result, null);
                } catch (Exception e) {
                    return () -> then.accept(null, e);
                }
            }));
        }
    }

    @Override
    public Clock clock() {
        return clock;
    }

    void addPossibleSteps(List<SimulatedStep> possible) {
        for (SimulatedDriver driver : drivers) {
            driver.possibleStep().ifPresent(possible::add);
        }
        if (!events.isEmpty()) {
            possible.add(new SimulatedStep(name + ":event", eventWeight, this::runEvent));
        }
        if (!timers.isEmpty() && timers.peek().due() <= clock.nanos()) {
            possible.add(new SimulatedStep(name + ":timer", eventWeight, this::runTimer));
        }
        for (Call call : calls) {
            possible.add(new SimulatedStep(name + ":" + call, callWeight, () -> run(call)));
        }
    }

    OptionalLong nextTimer() {
        return timers.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(timers.peek().due());
    }

    /** Something may have changed for a reader outside. */
    void somethingHappened() {
        drivers.forEach(SimulatedDriver::somethingHappened);
    }

    Optional<Task> parkedWithWork() {
        return drivers.stream()
                .filter(SimulatedDriver::isParkedWithWork)
                .map(SimulatedDriver::task)
                .findFirst();
    }

    void describe(StringBuilder text) {
        text.append("\nprocess ").append(name).append(killed ? " (killed)" : "");
        text.append(": ").append(events.size()).append(" events, timers at ");
        timers.stream()
                .sorted(timers.comparator())
                .forEach(timer -> text.append(timer.due() / 1_000_000).append(" ms "));
        text.append(", calls ").append(calls);
        drivers.forEach(driver -> text.append("\n  ").append(driver));
    }

    private boolean runEvent() {
        events.remove().run();
        return true;
    }

    private boolean runTimer() {
        timers.remove().event().run();
        return true;
    }

    private boolean run(Call call) throws Exception {
        if (call.outcome != null) {
            calls.remove(call);
            execute(call.outcome);
            return true;
        }
        call.outcome = call.work.call();
        if (call.outcome == null) {
            calls.remove(call); // nobody waits for it
        }
        return true;
    }

    private int drawWeight() {
        return WEIGHTS[random.nextInt(WEIGHTS.length)];
    }

    private record Timer(long due, long number, Runnable event) {}

    /** A blocking call: first it takes effect, some time later its outcome arrives. */
    private static final class Call {

        private final String what;
        private final Callable<@Nullable Runnable> work;
        private @Nullable Runnable outcome;

        Call(String what, Callable<@Nullable Runnable> work) {
            this.what = what;
            this.work = work;
        }

        @Override
        public String toString() {
            return what + (outcome == null ? "" : " (done)");
        }
    }
}
