package io.millrace.operator;

import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateCapture;
import java.io.IOException;
import java.util.List;

/**
 * What an operator contributes to a checkpoint, as it was at the barrier. Stored once, by one thread that is not the
 * task's; released by the task.
 */
public sealed interface OperatorCapture extends AutoCloseable {

    /** Writes the state into files and says where they are. */
    OperatorSnapshot store(SnapshotStore store) throws IOException;

    @Override
    void close();

    /** Keyed state. */
    record KeyedState(String uid, StateCapture state) implements OperatorCapture {

        @Override
        public OperatorSnapshot store(SnapshotStore store) throws IOException {
            return new OperatorSnapshot(uid, state.store(store), List.of());
        }

        @Override
        public void close() {
            state.close();
        }
    }

    /** What fits in the manifest itself: where a source stands, or just that a sink was there. */
    record Positions(String uid, List<SourceSplit> positions) implements OperatorCapture {

        public Positions {
            positions = List.copyOf(positions);
        }

        @Override
        public OperatorSnapshot store(SnapshotStore store) {
            return new OperatorSnapshot(uid, List.of(), positions);
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
