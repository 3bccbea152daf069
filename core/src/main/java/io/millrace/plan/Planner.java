package io.millrace.plan;

import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.plan.LogicalGraph.ResolvedStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts a logical graph into chains: a step that takes one forward input of its own parallelism runs in the task of the
 * step before it; any other step begins a chain.
 *
 * <p>Used once, by one thread.
 */
final class Planner {

    private final List<ResolvedStep> steps;
    private final List<DeadLetterSink> deadLetterSinks;

    /** Per step the chain that it is in. */
    private final int[] chainOf;

    /** The steps that begin a chain, in order. */
    private final List<ResolvedStep> roots = new ArrayList<>();

    private final List<Edge> edges = new ArrayList<>();

    /** Per step the edges by which its records leave the chain. */
    private final List<List<Edge>> outputs = new ArrayList<>();

    /** Per chain and uid of a dead-letter sink the edge between the two. */
    private final Map<Integer, Map<String, Edge>> deadLetters = new HashMap<>();

    private final Set<String> names = new HashSet<>();

    private Planner(LogicalGraph graph) {
        this.steps = graph.steps();
        this.deadLetterSinks = graph.deadLetterSinks();
        this.chainOf = new int[steps.size()];
    }

    static List<Chain> chainsOf(LogicalGraph graph) {
        Planner planner = new Planner(graph);
        planner.cut();
        planner.connect();
        return planner.roots.stream().map(planner::chain).toList();
    }

    private void cut() {
        for (ResolvedStep resolved : steps) {
            int id = resolved.step().id();
            if (resolved.isChained()) {
                chainOf[id] = chainOf[resolved.inputs().get(0).from()];
            } else {
                chainOf[id] = roots.size();
                roots.add(resolved);
            }
            outputs.add(new ArrayList<>());
        }
    }

    private void connect() {
        for (ResolvedStep root : roots) {
            for (Input input : root.inputs()) {
                Edge edge = new Edge(
                        edges.size(), chainOf[input.from()], chainOf[root.step().id()], input.routing());
                edges.add(edge);
                outputs.get(input.from()).add(edge);
            }
        }
        deadLetterSinks.forEach(this::connect);
    }

    /** One edge from each chain, however many of its steps the sink is for. */
    private void connect(DeadLetterSink sink) {
        sink.catchers().stream().map(step -> chainOf[step]).distinct().sorted().forEach(from -> {
            Edge edge = new Edge(edges.size(), from, chainOf[sink.step().id()], new Routing.Rebalance());
            edges.add(edge);
            deadLetters
                    .computeIfAbsent(from, chain -> new HashMap<>())
                    .put(sink.step().name(), edge);
        });
    }

    private Chain chain(ResolvedStep root) {
        int id = chainOf[root.step().id()];
        List<Edge> inputs = edges.stream().filter(edge -> edge.toChain() == id).toList();
        return new Chain(
                id,
                nameOf(root),
                root.parallelism(),
                inputs,
                planned(root.step()),
                deadLetters.getOrDefault(id, Map.of()),
                root.isKept());
    }

    private PlannedStep planned(Step step) {
        List<PlannedStep> chained = steps.stream()
                .filter(next -> next.isChained() && next.inputs().get(0).from() == step.id())
                .map(next -> planned(next.step()))
                .toList();
        return new PlannedStep(step, chained, outputs.get(step.id()));
    }

    private String nameOf(ResolvedStep root) {
        int chain = chainOf[root.step().id()];
        List<String> parts = steps.stream()
                .map(ResolvedStep::step)
                .filter(step -> chainOf[step.id()] == chain)
                .map(Step::name)
                .toList();
        String name = String.join("->", parts);
        return names.add(name) ? name : name + "#" + chain; // a uid may look like a generated name
    }
}
