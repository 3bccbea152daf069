package io.millrace.plan;

import io.millrace.api.step.Step;
import java.util.List;

/**
 * Steps that run together in one task, with no queue between them: a tree, whose root is a source or takes its input
 * from channels.
 *
 * @param id index in {@link PhysicalPlan#chains()}
 * @param name made of the names of the steps; unique in the plan
 * @param parallelism number of tasks
 * @param inputs the edges that lead to the root; empty for a source
 * @param root the first step
 */
public record Chain(int id, String name, int parallelism, List<Edge> inputs, PlannedStep root) {

    public Chain {
        inputs = List.copyOf(inputs);
    }

    public boolean isSource() {
        return root.step() instanceof Step.SourceStep;
    }
}
