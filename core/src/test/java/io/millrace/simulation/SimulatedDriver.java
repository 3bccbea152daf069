package io.millrace.simulation;

import io.millrace.runtime.Drivers;
import io.millrace.runtime.Task;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Executes one task as a driver with a thread would, but one move at a time: open, step, prepare to park, sleep until
 * woken, close. Opening and closing may block, a step may not. Not thread-safe.
 */
final class SimulatedDriver implements Drivers.Driver, SimulatedStep {

    private enum Next {
        STEP,
        PREPARE_TO_PARK,
        SLEEP,
        CLOSE,

        /** Opens or closes, which are steps of their own, or has ended. */
        NOTHING
    }

    private final SimulatedProcess process;
    private final Task task;
    private final Drivers.DriverListener listener;
    private final int weight;
    private final String id;
    private final String[] names = new String[Next.values().length];

    private Next next = Next.NOTHING;
    private boolean cancelled;
    private @Nullable Thread executing;
    private @Nullable Throwable failure;

    /** Whether a source's reader, which nobody wakes when its input comes, may find something if it looks again. */
    private boolean worthALook;

    SimulatedDriver(SimulatedProcess process, Task task, Drivers.DriverListener listener, int weight) {
        this.process = process;
        this.task = task;
        this.listener = listener;
        this.weight = weight;
        this.id = process.name() + ":" + task.id() + ":";
        for (Next move : Next.values()) {
            names[move.ordinal()] = id + move;
        }
    }

    void start() {
        process.start(id + "OPEN", weight, this::open);
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public void cancel() {
        cancelled = true;
        task.wake();
    }

    @Override
    public void interrupt() {
        // a step is over before anybody could interrupt it
    }

    @Override
    public boolean isCurrentThread() {
        return Thread.currentThread() == executing;
    }

    void somethingHappened() {
        worthALook = true;
    }

    boolean isParkedWithWork() {
        return next == Next.SLEEP && task.isParked() && !cancelled && !task.prepareToPark();
    }

    boolean isPossible() {
        return next == Next.SLEEP ? wakesUp() : next != Next.NOTHING;
    }

    @Override
    public String name() {
        return names[next.ordinal()];
    }

    @Override
    public int weight() {
        return weight;
    }

    private boolean wakesUp() {
        return cancelled || !task.isParked() || (task.isSource() && worthALook);
    }

    @Override
    public boolean make() {
        if (cancelled || next == Next.CLOSE) {
            next = Next.NOTHING;
            process.start(id + "CLOSE", weight, this::close);
            return true;
        }
        executing = Thread.currentThread();
        try {
            return unlessItFails(this::move);
        } finally {
            executing = null;
        }
    }

    private boolean move() throws Exception {
        return switch (next) {
            case STEP -> step();
            case PREPARE_TO_PARK -> prepareToPark();
            case SLEEP -> wakeUp();
            case CLOSE, NOTHING -> throw new IllegalStateException("The task has ended");
        };
    }

    private boolean step() throws Exception {
        worthALook = false;
        boolean progressed = task.step() == Task.Progress.PROGRESSED;
        next = progressed ? Next.STEP : Next.PREPARE_TO_PARK;
        return progressed;
    }

    private boolean prepareToPark() {
        boolean parked = task.prepareToPark();
        next = parked ? Next.SLEEP : Next.STEP;
        return !parked;
    }

    private boolean wakeUp() throws Exception {
        task.park(Duration.ZERO);
        next = Next.STEP;
        return false;
    }

    private void open() {
        executing = Thread.currentThread();
        unlessItFails(() -> {
            if (!cancelled) {
                task.open();
                listener.opened(task);
            }
            next = cancelled ? Next.CLOSE : Next.STEP;
            return true;
        });
        executing = null;
    }

    private void close() {
        executing = Thread.currentThread();
        try {
            task.close();
        } catch (ProcessEndedError e) {
            throw e;
        } catch (Throwable e) {
            if (failure == null) {
                listener.failed(task, e);
            } else if (failure != e) {
                failure.addSuppressed(e);
            }
        }
        executing = null;
        listener.ended(task);
    }

    private boolean unlessItFails(Callable<Boolean> action) {
        try {
            return action.call();
        } catch (ProcessEndedError e) {
            throw e;
        } catch (Throwable e) {
            next = Next.CLOSE;
            failure = e;
            listener.failed(task, e);
            return true;
        }
    }

    @Override
    public String toString() {
        return next + (cancelled ? " (cancelled) " : " ") + task;
    }
}
