package io.millrace.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/**
 * An event loop that a test drives by hand, on the test's thread: nothing happens unless it is asked for, and time stands still
 * between {@link #advance} and {@link #advance}. Not thread-safe.
 */
public final class ManualEventLoop implements EventLoop {

    private final Deque<Runnable> events = new ArrayDeque<>();
    private final List<Call<?>> calls = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nanos = 1_000_000_007L;
    private long sequence;

    @Override
    public void execute(Runnable event) {
        events.add(event);
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable event) {
        Timer timer = new Timer(nanos + delay.toNanos(), sequence++, event);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public <T> void call(String what, Callable<T> blocking, BiConsumer<T, Throwable> then) {
        calls.add(new Call<>(what, blocking, then));
    }

    @Override
    public Clock clock() {
        return new Clock() {
            @Override
            public long millis() {
                return nanos / 1_000_000;
            }

            @Override
            public long nanos() {
                return nanos;
            }

            @Override
            public void sleep(Duration time) {
                nanos += time.toNanos();
            }
        };
    }

    /** The calls that wait to be run, by name. */
    public List<String> pendingCalls() {
        return calls.stream().map(call -> call.what).toList();
    }

    /** Runs all events, but no calls. */
    public void runEvents() {
        while (!events.isEmpty()) {
            events.remove().run();
        }
    }

    /** Runs the first waiting call whose name begins so; its outcome becomes an event that is not run yet. */
    public void runCall(String what) {
        Call<?> call = calls.stream()
                .filter(candidate -> candidate.what.startsWith(what))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No call '" + what + "' among " + pendingCalls()));
        calls.remove(call);
        run(call);
    }

    /** Runs events and calls until there are none. */
    public void runAll() {
        runAllExcept(" none ");
    }

    /** Runs events and calls until only calls whose name begins so are left. */
    public void runAllExcept(String what) {
        while (true) {
            runEvents();
            var next =
                    calls.stream().filter(call -> !call.what.startsWith(what)).findFirst();
            if (next.isEmpty()) {
                return;
            }
            calls.remove(next.get());
            run(next.get());
        }
    }

    /** Moves time on and runs the timers that are due as events, each at its time; runs no calls. */
    public void advance(Duration duration) {
        long end = nanos + duration.toNanos();
        while (true) {
            var due = timers.stream().min(Timer.ORDER).filter(timer -> timer.at <= end);
            if (due.isEmpty()) {
                nanos = end;
                return;
            }
            timers.remove(due.get());
            nanos = Math.max(nanos, due.get().at);
            due.get().event.run();
            runEvents();
        }
    }

    /** Moves time on and puts the timers that are due behind the events that wait already; runs nothing. */
    public void expire(Duration duration) {
        nanos += duration.toNanos();
        timers.stream()
                .filter(timer -> timer.at <= nanos)
                .sorted(Timer.ORDER)
                .forEach(timer -> events.add(timer.event));
        timers.removeIf(timer -> timer.at <= nanos);
    }

    /** Does one thing, drawn at random: the next event, any call, or moving time on to the next timer. */
    public void step(Random random) {
        int choice = random.nextInt(10);
        if (choice < 5 && !events.isEmpty()) {
            events.remove().run();
        } else if (choice < 9 && !calls.isEmpty()) {
            run(calls.remove(random.nextInt(calls.size())));
        } else if (choice == 9) {
            timers.stream().min(Timer.ORDER).ifPresent(timer -> {
                timers.remove(timer);
                nanos = Math.max(nanos, timer.at);
                events.add(timer.event);
            });
        }
    }

    private <T> void run(Call<T> call) {
        T result;
        try {
            result = call.blocking.call();
        } catch (Throwable e) {
            events.add(() -> call.then.accept(null, e));
            return;
        }
        events.add(() -> call.then.accept(result, null));
    }

    private record Call<T>(String what, Callable<T> blocking, BiConsumer<T, Throwable> then) {}

    private record Timer(long at, long sequence, Runnable event) {
        private static final Comparator<Timer> ORDER =
                Comparator.comparingLong(Timer::at).thenComparingLong(Timer::sequence);
    }
}
