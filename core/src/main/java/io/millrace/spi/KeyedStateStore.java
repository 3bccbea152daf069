package io.millrace.spi;

import io.millrace.api.state.StateSpec;
import java.io.IOException;
import java.util.List;

/**
 * The keyed state of one operator in one task.
 *
 * <p>Confined to its task; captures are stored by other threads.
 */
public interface KeyedStateStore extends AutoCloseable {

    /** Makes {@code key} the one that all handles refer to. */
    void setCurrentKey(Object key, int keyGroup);

    /** Returns the handle of a declared state; the same one at every call. */
    <S> S handle(StateSpec<S> spec);

    /**
     * Loads state, before any other use. Entries of key groups that this task does not hold are left out.
     *
     * @param refs what snapshots of one checkpoint hold for this operator, of any task
     * @param reader reads their files, checked against length and checksum
     * @throws io.millrace.api.DamagedException if a file is not what the manifest says
     */
    void restore(List<StateRef> refs, SnapshotReader reader) throws IOException;

    /** Captures the state as it is now; short. Later changes do not reach the capture. */
    StateCapture capture(long checkpointId);

    @Override
    void close();
}
