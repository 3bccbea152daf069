package io.millrace.checkpoint;

import java.util.List;

/**
 * What one task contributes to a checkpoint.
 *
 * @param operators one entry for each operator of its chain that has a uid
 */
public record TaskSnapshot(List<OperatorSnapshot> operators) {

    public TaskSnapshot {
        operators = List.copyOf(operators);
    }
}
