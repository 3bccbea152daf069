package io.millrace.simulation;

import io.millrace.runtime.Drivers;
import io.millrace.runtime.Drivers.DriverListener;
import io.millrace.runtime.Task;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Executes one task as a driver with a thread would, but one move at a time: open, step, prepare to park, sleep until
 * woken, close. Not thread-safe.
 */
final class SimulatedDriver implements Drivers.Driver {

    private enum Next {
        OPEN,
        STEP,
        PREPARE_TO_PARK,
        SLEEP,
        CLOSE,
        NOTHING
    }

    private final Task task;
    private final DriverListener listener;
    private final int weight;

    private Next next = Next.OPEN;
    private boolean cancelled;
    private boolean current;
    private @Nullable Throwable failure;

    /** Whether a source's reader, which nobody wakes when its input comes, may find something if it looks again. */
    private boolean worthALook;

    SimulatedDriver(Task task, DriverListener listener, int weight) {
        this.task = task;
        this.listener = listener;
        this.weight = weight;
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
        return current;
    }

    void somethingHappened() {
        worthALook = true;
    }

    boolean isParkedWithWork() {
        return next == Next.SLEEP && task.isParked() && !cancelled && !task.prepareToPark();
    }

    Optional<SimulatedStep> possibleStep() {
        if (next == Next.NOTHING || (next == Next.SLEEP && !wakesUp())) {
            return Optional.empty();
        }
        return Optional.of(new SimulatedStep(task.id() + ":" + next, weight, this::move));
    }

    private boolean wakesUp() {
        return cancelled || !task.isParked() || (task.isSource() && worthALook);
    }

    private boolean move() {
        current = true;
        try {
            return (cancelled && next != Next.CLOSE) ? beginToClose() : makeMove();
        } finally {
            current = false;
        }
    }

    private boolean makeMove() {
        return switch (next) {
            case OPEN -> open();
            case STEP -> step();
            case PREPARE_TO_PARK -> prepareToPark();
            case SLEEP -> wakeUp();
            case CLOSE -> close();
            case NOTHING -> throw new IllegalStateException("The task has ended");
        };
    }

    private boolean open() {
        return unlessItFails(() -> {
            task.open();
            next = Next.STEP;
            listener.opened(task);
            return true;
        });
    }

    private boolean step() {
        worthALook = false;
        return unlessItFails(() -> {
            boolean progressed = task.step() == Task.Progress.PROGRESSED;
            next = progressed ? Next.STEP : Next.PREPARE_TO_PARK;
            return progressed;
        });
    }

    private boolean prepareToPark() {
        boolean parked = task.prepareToPark();
        next = parked ? Next.SLEEP : Next.STEP;
        return !parked;
    }

    private boolean wakeUp() {
        return unlessItFails(() -> {
            task.park(Duration.ZERO);
            next = Next.STEP;
            return false;
        });
    }

    private boolean beginToClose() {
        next = Next.CLOSE;
        return true;
    }

    private boolean close() {
        next = Next.NOTHING;
        try {
            task.close();
        } catch (Throwable e) {
            if (failure == null) {
                listener.failed(task, e);
            } else if (failure != e) {
                failure.addSuppressed(e);
            }
        }
        listener.ended(task);
        return true;
    }

    private boolean unlessItFails(SimulatedStep.Action action) {
        try {
            return action.run();
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
