package io.millrace.runtime;

import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.operator.ChainCapture;
import io.millrace.spi.SnapshotStore;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A capture between the task that took it and the thread that stores it. Closed exactly once, never while it is being
 * stored, and by the task: what it refers to is the task's. Only a capture that the task abandons, because it ends, is
 * closed by the thread that stores it.
 *
 * <p>{@link #store} belongs to the storing thread, the others to the task.
 */
final class OpenCapture {

    private enum State {
        /** Nobody stores it yet. */
        TAKEN,
        /** The storing thread works on it. */
        STORING,
        /** The storing thread is done with it. */
        STORED,
        /** Closed, or to be closed by the storing thread once it is done. */
        GONE;

        boolean isClosable() {
            return this == TAKEN || this == STORED;
        }
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
            if (!state.compareAndSet(State.STORING, State.STORED)) { // abandoned meanwhile
                capture.close();
            }
        }
    }

    /** Closes the capture, unless it is being stored: then the task releases it again when that is done. */
    void release() throws Exception {
        if (state.getAndUpdate(before -> before.isClosable() ? State.GONE : before)
                .isClosable()) {
            capture.close();
        }
    }

    /** The task ends: closes the capture, or has the storing thread close it when it is done. */
    void abandon() throws Exception {
        if (state.getAndSet(State.GONE).isClosable()) {
            capture.close();
        }
    }
}
