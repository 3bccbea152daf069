package io.millrace.plan;

import io.millrace.api.step.Step;
import java.util.List;

/**
 * A step in its chain.
 *
 * @param step what the user built
 * @param chained the steps of the same chain that take its records by plain method calls
 * @param outputs the edges by which its records leave the chain
 */
public record PlannedStep(Step step, List<PlannedStep> chained, List<Edge> outputs) {

    public PlannedStep {
        chained = List.copyOf(chained);
        outputs = List.copyOf(outputs);
    }
}
