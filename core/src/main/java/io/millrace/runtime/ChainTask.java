package io.millrace.runtime;

import io.millrace.channel.Parker;
import io.millrace.checkpoint.TaskId;
import io.millrace.operator.Closer;
import io.millrace.operator.OperatorChain;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What both kinds of task have in common: letters first, then a bounded amount of work if there is room downstream,
 * then handing on what has waited long enough or need not wait because there is nothing else to do.
 */
abstract sealed class ChainTask implements Task permits SourceTask, OperatorTask {

    private final TaskId id;
    private final OperatorChain chain;
    private final Parker parker;
    private final Mailbox mailbox;
    private final TaskCheckpoints checkpoints;
    private final FlushTimer flushTimer;

    private @Nullable Runnable unpark;
    private boolean begun;
    private Progress last = Progress.IDLE;

    ChainTask(TaskId id, OperatorChain chain, Parker parker, TaskEnvironment environment) {
        this.id = id;
        this.chain = chain;
        this.parker = parker;
        this.mailbox = new Mailbox(parker);
        this.checkpoints = new TaskCheckpoints(id, chain, mailbox, environment);
        this.flushTimer = new FlushTimer(environment.clock(), environment.bufferTimeout());
    }

    /** Does a bounded amount of work. Called only if there is room downstream. */
    abstract Progress work() throws Exception;

    /** Whether {@link #work} would find something to do. */
    abstract boolean hasInput();

    @Override
    public final TaskId id() {
        return id;
    }

    final OperatorChain chain() {
        return chain;
    }

    final TaskCheckpoints checkpoints() {
        return checkpoints;
    }

    final boolean isBegun() {
        return begun;
    }

    /** What the last step came to. */
    final Progress last() {
        return last;
    }

    @Override
    public void open() throws Exception {
        Thread driver = Thread.currentThread();
        unpark = () -> LockSupport.unpark(driver);
        chain.open();
    }

    @Override
    public final void begin() {
        put(() -> begun = true);
    }

    @Override
    public final void committed(long checkpointId) {
        put(() -> checkpoints.committed(checkpointId));
    }

    final void put(Mailbox.Letter letter) {
        mailbox.put(letter);
    }

    @Override
    public final Progress step() throws Exception {
        boolean delivered = mailbox.openAll();
        chain.drain();
        last = workIfPossible();
        if (last != Progress.PROGRESSED || flushTimer.isDue()) {
            chain.flush();
        }
        return delivered ? Progress.PROGRESSED : last;
    }

    private Progress workIfPossible() throws Exception {
        if (!begun) {
            return Progress.IDLE;
        }
        return chain.hasRoom() ? work() : Progress.WAITING_FOR_ROOM;
    }

    @Override
    public final boolean prepareToPark() {
        parker.announce(alarm());
        if (!hasWork()) {
            return true;
        }
        parker.retract();
        return false;
    }

    private boolean hasWork() {
        return !mailbox.isEmpty() || !chain.requestRoom() || (begun && chain.hasRoom() && hasInput());
    }

    @Override
    public final void park(Duration maxWait) throws Exception {
        try {
            if (parker.isAnnounced()) {
                sleep(maxWait);
            }
        } finally {
            parker.retract();
        }
    }

    /** What ends {@link #sleep}. */
    Runnable alarm() {
        Runnable alarm = unpark;
        if (alarm == null) {
            throw new IllegalStateException("Task " + id + " is not open");
        }
        return alarm;
    }

    /** Waits for the alarm; may end early. */
    void sleep(Duration maxWait) throws Exception {
        LockSupport.parkNanos(this, maxWait.toNanos());
    }

    @Override
    public final boolean isParked() {
        return parker.isAnnounced();
    }

    @Override
    public final void wake() {
        parker.wake();
    }

    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        closer.close(checkpoints); // captures may refer to what the chain holds open
        closer.close(chain);
        closer.rethrow();
    }
}
