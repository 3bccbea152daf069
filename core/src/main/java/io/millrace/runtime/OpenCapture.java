package io.millrace.runtime;

import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.operator.ChainCapture;
import io.millrace.spi.SnapshotStore;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A capture between the task that took it and the thread that stores it. Closed exactly once, and never while it is
 * being stored.
 *
 * <p>{@link #store} belongs to the storing thread, {@link #release} to the task.
 */
final class OpenCapture {

    private enum State {
        /** Nobody stores it yet. */
        TAKEN,
        /** The storing thread works on it, and closes it if it is released meanwhile. */
        STORING,
        /** The storing thread is done with it. */
        STORED,
        RELEASED
    }

    private final ChainCapture capture;
    private final AtomicReference<State> state = new AtomicReference<>(State.TAKEN);

    OpenCapture(ChainCapture capture) {
        this.capture = capture;
    }

    /**
     * Stores the capture.
     *
     * @throws CancellationException if the task released it before
     */
    TaskSnapshot store(Supplier<SnapshotStore> store) throws Exception {
        if (!state.compareAndSet(State.TAKEN, State.STORING)) {
            throw new CancellationException("The capture was released before it was stored");
        }
        try {
            return capture.store(store.get());
        } finally {
            if (!state.compareAndSet(State.STORING, State.STORED)) { // the task has left it to us
                capture.close();
            }
        }
    }

    /** Closes the capture, or has the storing thread close it when it is done. */
    void release() throws Exception {
        State before = state.getAndSet(State.RELEASED);
        if (before == State.TAKEN || before == State.STORED) {
            capture.close();
        }
    }
}
