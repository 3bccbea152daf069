package io.millrace.operator;

import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.spi.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a task contributes to a checkpoint, as it was at the barrier. Stored once, by one thread that is not the task's,
 * and closed, stored or not, when nobody stores it any more.
 */
public final class ChainCapture implements AutoCloseable {

    private final List<OperatorCapture> operators = new ArrayList<>();

    /** Adds the capture of one operator. */
    public void add(OperatorCapture operator) {
        operators.add(operator);
    }

    /** Writes the state into files. */
    public TaskSnapshot store(SnapshotStore store) throws IOException {
        List<OperatorSnapshot> snapshots = new ArrayList<>();
        for (OperatorCapture operator : operators) {
            snapshots.add(operator.store(store));
        }
        return new TaskSnapshot(snapshots);
    }

    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        operators.forEach(closer::close);
        operators.clear();
        closer.rethrow();
    }

    /** Closes what was captured before another part failed. */
    void closeAfter(Throwable failure) {
        Closer closer = new Closer();
        operators.forEach(closer::close);
        closer.suppressUnder(failure);
    }
}
