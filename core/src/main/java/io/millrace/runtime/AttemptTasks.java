package io.millrace.runtime;

import io.millrace.api.step.Step;
import io.millrace.channel.Parker;
import io.millrace.checkpoint.TaskId;
import io.millrace.operator.OperatorChain;
import io.millrace.operator.RecordErrors;
import io.millrace.plan.Chain;
import io.millrace.plan.PhysicalPlan;
import io.millrace.plan.SplitAssignment;
import io.millrace.spi.SourceConnector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All tasks of one attempt, connected by channels. Nothing of the user's is opened before a driver opens the tasks.
 *
 * <p>Immutable.
 */
public final class AttemptTasks {

    private final List<Task> tasks;

    private AttemptTasks(List<Task> tasks) {
        this.tasks = List.copyOf(tasks);
    }

    /**
     * Builds the tasks.
     *
     * @param plan what runs
     * @param environment what the tasks share
     */
    public static AttemptTasks build(PhysicalPlan plan, TaskEnvironment environment) {
        AttemptChannels channels = AttemptChannels.of(plan);
        List<Task> tasks = new ArrayList<>();
        for (Chain chain : plan.chains()) {
            for (int subtask = 0; subtask < chain.parallelism(); subtask++) {
                tasks.add(build(plan, chain, subtask, channels, environment));
            }
        }
        return new AttemptTasks(tasks);
    }

    /** The tasks, upstream before downstream. */
    public List<Task> tasks() {
        return tasks;
    }

    private static Task build(
            PhysicalPlan plan, Chain chain, int subtask, AttemptChannels channels, TaskEnvironment environment) {
        TaskId id = new TaskId(chain.name(), subtask);
        Parker parker = channels.parkerOf(chain, subtask);
        ChainBuilder builder = new ChainBuilder(plan, chain, id, channels, environment);
        if (chain.root().step() instanceof Step.SourceStep source) {
            RecordErrors errors = builder.errorsOf(source);
            SourceInput input = input(source, errors, chain, subtask, environment);
            return new SourceTask(id, builder.build(), input, parker, environment);
        }
        OperatorChain operators = builder.build();
        BarrierAligner aligner =
                new BarrierAligner(channels.into(chain, subtask).size());
        InputGate gate = new InputGate(channels.into(chain, subtask), aligner);
        return new OperatorTask(id, operators, gate, aligner, parker, environment);
    }

    private static SourceInput input(
            Step.SourceStep source, RecordErrors errors, Chain chain, int subtask, TaskEnvironment environment) {
        String uid = source.name();
        var splits = environment.splits().get(uid);
        if (splits == null) {
            throw new IllegalStateException("No splits were found for source '" + uid + "' of job '"
                    + environment.jobName() + "'; found were those of "
                    + Map.copyOf(environment.splits()).keySet());
        }
        return new SourceInput(
                (SourceConnector<?>) source.source(),
                environment.attempt().operator(uid),
                errors,
                chain.parallelism(),
                chain.keepsRaw(),
                SplitAssignment.of(splits, chain.parallelism()).of(subtask),
                () -> environment.verifier().apply(uid));
    }
}
