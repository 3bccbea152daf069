package io.millrace.simulation;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Code of a process that may block, on a carrier of its own: each stretch between two waits is one step.
 *
 * <p>Confined to the scheduler's thread and, in its turn, the carrier's.
 */
final class BlockingWork implements SimulatedStep {

    private static final BooleanSupplier AT_ONCE = () -> true;

    private final SimulatedProcess process;
    private final String what;
    private final int weight;
    private final Runnable code;
    private @Nullable Carrier carrier;
    private @Nullable Throwable failure;

    private String waitsFor = "its start";
    private BooleanSupplier until = AT_ONCE;
    private long deadline = Long.MAX_VALUE;

    BlockingWork(SimulatedProcess process, String what, int weight, Runnable code) {
        this.process = process;
        this.what = what;
        this.weight = weight;
        this.code = code;
    }

    boolean isPossible(long now) {
        return now >= deadline || until.getAsBoolean();
    }

    /** When the wait ends in any case, in the clock's nanoseconds. */
    long deadline() {
        return deadline;
    }

    @Override
    public String name() {
        return process.name() + ":" + what + (carrier == null ? "" : ", after " + waitsFor);
    }

    @Override
    public int weight() {
        return weight;
    }

    @Override
    public boolean make() {
        Carrier current = carrier;
        if (current == null) {
            current = Carrier.of(this::run);
            carrier = current;
        }
        if (resume(current)) {
            process.done(this);
        }
        if (failure != null) {
            throw new AssertionError(what + " threw " + failure, failure);
        }
        return true;
    }

    /** Lets the code see the end of its process, if it has begun at all. */
    void unwind() {
        Carrier current = carrier;
        if (current != null && !resume(current)) {
            throw new IllegalStateException(name() + " waits although its process has ended");
        }
    }

    /** Also from another carrier, if that one's code ends the process. */
    private boolean resume(Carrier current) {
        BlockingWork before = process.runs(this);
        boolean done = current.resume();
        process.runs(before);
        return done;
    }

    boolean isCurrent() {
        return carrier != null && carrier.isCurrent();
    }

    /** Gives the turn back until the condition holds or the time is over; returns whether the condition holds. */
    boolean block(String condition, BooleanSupplier holds, long until) {
        Carrier current = carrier;
        if (current == null || !current.isCurrent()) {
            throw new IllegalStateException("Only the code itself can wait");
        }
        waitsFor = condition;
        this.until = holds;
        this.deadline = until;
        process.requireAlive();
        current.pause();
        process.requireAlive();
        deadline = Long.MAX_VALUE;
        return holds.getAsBoolean();
    }

    private void run() {
        try {
            code.run();
        } catch (ProcessEndedError expectedWhenKilled) {
            // nothing is left to be done
        } catch (Throwable e) {
            failure = e;
        }
    }

    @Override
    public String toString() {
        return what + " (waits for " + waitsFor + ")";
    }
}
