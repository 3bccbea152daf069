package io.millrace.plan;

import io.millrace.api.StartRefusedException;
import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user built, checked, with every parallelism and routing decided.
 *
 * <p>Immutable.
 */
final class LogicalGraph {

    private final List<ResolvedStep> steps;
    private final List<DeadLetterSink> deadLetterSinks;

    private LogicalGraph(List<ResolvedStep> steps, List<DeadLetterSink> deadLetterSinks) {
        this.steps = List.copyOf(steps);
        this.deadLetterSinks = List.copyOf(deadLetterSinks);
    }

    /**
     * Decides and checks.
     *
     * @param jobName name of the job, for error messages
     * @param steps every input of a step comes before it
     * @param defaultParallelism parallelism of steps that neither say nor inherit one
     * @param keyGroups number of key groups of the job
     * @throws StartRefusedException naming the step that cannot run
     */
    static LogicalGraph of(String jobName, List<Step> steps, int defaultParallelism, int keyGroups) {
        StepChecks checks = new StepChecks(jobName, keyGroups);
        checks.requireSink(steps);
        List<ResolvedStep> resolved = new ArrayList<>();
        boolean[] makesDeadLetters = DeadLetterSink.isBehind(steps);
        for (Step step : steps) {
            int parallelism = parallelismOf(step, resolved, defaultParallelism);
            checks.check(step, parallelism);
            List<Input> inputs = inputsOf(step, parallelism, resolved);
            resolved.add(new ResolvedStep(step, parallelism, inputs, makesDeadLetters[step.id()]));
        }
        List<DeadLetterSink> deadLetterSinks = DeadLetterSink.of(steps);
        for (DeadLetterSink sink : deadLetterSinks) {
            checks.check(sink.step(), 1);
            resolved.add(new ResolvedStep(sink.step(), 1, List.of(), false));
        }
        return new LogicalGraph(resolved, deadLetterSinks);
    }

    /** All steps, those that write dead letters last. */
    List<ResolvedStep> steps() {
        return steps;
    }

    List<DeadLetterSink> deadLetterSinks() {
        return deadLetterSinks;
    }

    private static int parallelismOf(Step step, List<ResolvedStep> before, int defaultParallelism) {
        if (step.options().parallelism().isPresent()) {
            return step.options().parallelism().getAsInt();
        }
        if (step.inputs().size() == 1 && step.inputs().get(0).routing() instanceof Routing.Forward) {
            return before.get(step.inputs().get(0).from()).parallelism();
        }
        return defaultParallelism;
    }

    private static List<Input> inputsOf(Step step, int parallelism, List<ResolvedStep> before) {
        List<Input> inputs = new ArrayList<>();
        for (Input input : step.inputs()) {
            boolean forward = input.routing() instanceof Routing.Forward;
            boolean samePace = before.get(input.from()).parallelism() == parallelism;
            inputs.add(forward && !samePace ? new Input(input.from(), new Routing.Rebalance()) : input);
        }
        return inputs;
    }

    /**
     * A step with what was decided for it.
     *
     * @param step what the user built
     * @param parallelism number of tasks
     * @param inputs its inputs; {@code Forward} only between steps of equal parallelism
     * @param isKept whether dead letters may be made of its records further down
     */
    record ResolvedStep(Step step, int parallelism, List<Input> inputs, boolean isKept) {

        ResolvedStep {
            inputs = List.copyOf(inputs);
        }

        /** Whether it runs in the task of the step before it. */
        boolean isChained() {
            return inputs.size() == 1 && inputs.get(0).routing() instanceof Routing.Forward;
        }
    }
}
