package io.millrace.checkpoint;

import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.util.List;

/**
 * What one task contributes to a checkpoint for one of its operators.
 *
 * @param uid uid of the operator
 * @param states where its keyed state is
 * @param positions where its source stands; empty for other operators
 */
public record OperatorSnapshot(String uid, List<StateRef> states, List<SourceSplit> positions) {

    public OperatorSnapshot {
        states = List.copyOf(states);
        positions = List.copyOf(positions);
    }
}
