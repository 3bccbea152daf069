package io.millrace.spi;

import java.io.IOException;
import java.util.List;

/** State as it was at a barrier. Stored once, by one thread that is not the task's, or released. */
public interface StateCapture extends AutoCloseable {

    /** Serializes the state into files and says where they are. */
    List<StateRef> store(SnapshotStore store) throws IOException;

    /** Releases the capture, stored or not. Called by the task. */
    @Override
    void close();
}
