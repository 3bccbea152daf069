package io.millrace.plan;

import io.millrace.api.step.Step;
import java.util.List;
import java.util.Map;

/**
 * Steps that run together in one task, with no queue between them: a tree, whose root is a source or takes its input
 * from channels.
 *
 * @param id index in {@link PhysicalPlan#chains()}
 * @param name made of the names of the steps; unique in the plan
 * @param parallelism number of tasks
 * @param inputs the edges that lead to the root; empty for a source
 * @param root the first step
 * @param deadLetters per uid of a dead-letter sink, the edge by which the records that steps of the chain failed on get
 *     there; one for all these steps
 * @param keepsRaw whether it is a source that should keep raw records, since dead letters may be made of them further down
 */
public record Chain(
        int id,
        String name,
        int parallelism,
        List<Edge> inputs,
        PlannedStep root,
        Map<String, Edge> deadLetters,
        boolean keepsRaw) {

    public Chain {
        inputs = List.copyOf(inputs);
        deadLetters = Map.copyOf(deadLetters);
    }

    /** The edge to a dead-letter sink that a step of the chain names. */
    public Edge deadLetterEdge(String uid) {
        Edge edge = deadLetters.get(uid);
        if (edge == null) {
            throw new IllegalStateException("Chain " + name + " has no edge to the dead-letter sink '" + uid + "'");
        }
        return edge;
    }

    public boolean isSource() {
        return root.step() instanceof Step.SourceStep;
    }
}
