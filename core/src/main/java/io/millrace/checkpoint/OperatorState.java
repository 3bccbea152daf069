package io.millrace.checkpoint;

import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.util.List;

/**
 * What a checkpoint holds of one operator, all its tasks together.
 *
 * @param uid uid of the operator
 * @param parallelism number of its tasks
 * @param states where its keyed state is
 * @param positions where its source stands, sorted by split; empty for other operators
 */
public record OperatorState(String uid, int parallelism, List<StateRef> states, List<SourceSplit> positions) {

    public OperatorState {
        states = List.copyOf(states);
        positions = List.copyOf(positions);
    }
}
