package io.millrace.simulation;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A thread on which blocking code runs for real, in turns with its scheduler: at any time one of the two runs and the other
 * is parked, so that what they share needs no locks and the order of everything is the scheduler's.
 *
 * <p>Carriers are pooled; they are daemons and belong to nobody while idle.
 */
final class Carrier {

    private static final ConcurrentLinkedDeque<Carrier> IDLE = new ConcurrentLinkedDeque<>();

    /** Code that keeps its turn for so long waits for something that only another turn could bring. */
    private static final Duration LONGEST_TURN = Duration.ofSeconds(60);

    private final Thread thread = new Thread(this::run, "simulation-carrier");

    private @Nullable Runnable work;

    /** Whether it is the carrier's turn; hands over, with all memory effects. */
    private volatile boolean turn;

    private volatile @Nullable Thread scheduler;

    private Carrier() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Takes an idle carrier, or a new one, to run {@code work} from the first {@link #resume} on. */
    static Carrier of(Runnable work) {
        Carrier carrier = IDLE.poll();
        if (carrier == null) {
            carrier = new Carrier();
        }
        carrier.work = work;
        return carrier;
    }

    /**
     * Gives the turn to the carrier until it pauses or its work is done. Called by the scheduler.
     *
     * @return whether the work is done; the carrier is not to be used any more then
     */
    boolean resume() {
        scheduler = Thread.currentThread();
        turn = true;
        LockSupport.unpark(thread);
        long since = System.nanoTime();
        while (turn) {
            LockSupport.parkNanos(this, LONGEST_TURN.toNanos());
            if (turn && System.nanoTime() - since >= LONGEST_TURN.toNanos()) {
                throw new IllegalStateException("Blocking code keeps its turn, at " + stack());
            }
        }
        boolean done = work == null;
        if (done) {
            IDLE.push(this);
        }
        return done;
    }

    /** Gives the turn back until the next {@link #resume}. Called by the carrier's own thread. */
    void pause() {
        turn = false;
        LockSupport.unpark(scheduler);
        awaitTurn();
    }

    /** Whether the calling thread is this carrier's. */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    private void run() {
        while (true) {
            awaitTurn();
            Runnable next = work;
            if (next != null) {
                next.run();
            }
            work = null;
            turn = false;
            LockSupport.unpark(scheduler);
        }
    }

    private void awaitTurn() {
        while (!turn) {
            LockSupport.park(this);
            Thread.interrupted(); // would end every further park at once; nobody is interrupted in the simulation
        }
    }

    private String stack() {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n  ", "\n  ", ""));
    }
}
