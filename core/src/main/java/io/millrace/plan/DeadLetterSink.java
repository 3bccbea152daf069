package io.millrace.plan;

import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.api.step.StepOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A sink that the steps' record error policies name. It runs as one task in a chain of its own, whatever the parallelism of
 * the job: its records are few, and come from everywhere.
 *
 * <p>Immutable.
 *
 * @param step the sink; fails on records that it cannot write
 * @param catchers ids of the steps whose tasks find out that a record failed
 */
record DeadLetterSink(Step.SinkStep step, Set<Integer> catchers) {

    DeadLetterSink {
        catchers = Set.copyOf(catchers);
    }

    /** The sinks that the steps name, with ids that follow those of the steps. */
    static List<DeadLetterSink> of(List<Step> steps) {
        Map<String, RecordErrorPolicy.ToSink> policies = new LinkedHashMap<>();
        Map<String, Set<Integer>> catchers = new LinkedHashMap<>();
        for (Step step : steps) {
            if (step.options().onRecordError().orElse(null) instanceof RecordErrorPolicy.ToSink policy) {
                policies.put(policy.uid(), policy);
                catchers.computeIfAbsent(policy.uid(), uid -> new TreeSet<>()).addAll(catchersFor(step));
            }
        }
        List<DeadLetterSink> sinks = new ArrayList<>();
        policies.forEach((uid, policy) -> {
            StepOptions options = StepOptions.NONE.parallelism(1).onRecordError(RecordErrorPolicy.fail());
            var sink = new Step.SinkStep(steps.size() + sinks.size(), uid, List.of(), options, policy.sink());
            sinks.add(new DeadLetterSink(sink, catchers.getOrDefault(uid, Set.of())));
        });
        return sinks;
    }

    /** The step itself, and for its key selector the steps before it: they choose the task by it. */
    private static List<Integer> catchersFor(Step step) {
        List<Integer> found = new ArrayList<>(List.of(step.id()));
        for (Input input : step.inputs()) {
            if (input.routing() instanceof Routing.ByKey<?, ?>) {
                found.add(input.from());
            }
        }
        return found;
    }

    /** Per step whether a step behind it may make dead letters of what it emits. */
    static boolean[] isBehind(List<Step> steps) {
        boolean[] behind = new boolean[steps.size()];
        for (int id = steps.size() - 1; id >= 0; id--) {
            Step step = steps.get(id);
            boolean makes = step.options().onRecordError().orElse(null) instanceof RecordErrorPolicy.ToSink;
            if (makes || behind[id]) {
                step.inputs().forEach(input -> behind[input.from()] = true);
            }
        }
        return behind;
    }
}
