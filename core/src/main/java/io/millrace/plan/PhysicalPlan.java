package io.millrace.plan;

import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SourceConnector;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * What runs: chains of operators, how parallel they are, and the edges between them.
 *
 * <p>Immutable.
 *
 * @param jobName name of the job
 * @param keyGroups number of key groups
 * @param chains the chains, upstream before downstream
 */
public record PhysicalPlan(String jobName, int keyGroups, List<Chain> chains) {

    public PhysicalPlan {
        chains = List.copyOf(chains);
    }

    /**
     * Plans a pipeline.
     *
     * @throws io.millrace.api.StartRefusedException if it cannot run; nothing was opened yet
     */
    public static PhysicalPlan of(Pipeline pipeline, JobOptions options) {
        LogicalGraph graph =
                LogicalGraph.of(pipeline.name(), pipeline.steps(), options.parallelism(), options.keyGroups());
        return new PhysicalPlan(pipeline.name(), options.keyGroups(), Planner.chainsOf(graph));
    }

    /** All connections between chains; {@link Edge#id} is the index. */
    public List<Edge> edges() {
        return chains.stream().flatMap(chain -> chain.inputs().stream()).toList();
    }

    /** The sources, in the order in which they were added. */
    public List<PlannedSource> sources() {
        return collect(
                Step.SourceStep.class,
                (step, parallelism) -> new PlannedSource(step.name(), (SourceConnector<?>) step.source(), parallelism));
    }

    /** The sinks. */
    public List<PlannedSink> sinks() {
        return collect(
                Step.SinkStep.class,
                (step, parallelism) -> new PlannedSink(step.name(), (SinkConnector<?>) step.sink(), parallelism));
    }

    /** The operators with keyed state. */
    public List<PlannedKeyedOperator> keyedOperators() {
        return collect(Step.KeyedProcessStep.class, (step, parallelism) -> {
            var keys = (Routing.ByKey<?, ?>) step.inputs().get(0).routing();
            return new PlannedKeyedOperator(
                    step.name(),
                    parallelism,
                    keys.serde(),
                    step.function().get().states());
        });
    }

    private <S extends Step, R> List<R> collect(Class<S> kind, BiFunction<S, Integer, R> result) {
        return chains.stream()
                .flatMap(chain -> flatten(chain.root())
                        .filter(kind::isInstance)
                        .map(step -> result.apply(kind.cast(step), chain.parallelism())))
                .toList();
    }

    private static Stream<Step> flatten(PlannedStep step) {
        return Stream.concat(Stream.of(step.step()), step.chained().stream().flatMap(PhysicalPlan::flatten));
    }
}
