package io.millrace.runtime;

import io.millrace.api.RecordErrorPolicy;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.channel.Channel;
import io.millrace.channel.KeyExtractor;
import io.millrace.channel.KeyGroupPartitioner;
import io.millrace.channel.Outbox;
import io.millrace.channel.Partitioner;
import io.millrace.checkpoint.TaskId;
import io.millrace.operator.KeyedOutput;
import io.millrace.operator.KeyedProcessOperator;
import io.millrace.operator.KeyedStateSetup;
import io.millrace.operator.Operator;
import io.millrace.operator.OperatorChain;
import io.millrace.operator.OperatorId;
import io.millrace.operator.Receiver;
import io.millrace.operator.RecordErrors;
import io.millrace.operator.SinkOperator;
import io.millrace.operator.TransformOperator;
import io.millrace.plan.Chain;
import io.millrace.plan.Edge;
import io.millrace.plan.PhysicalPlan;
import io.millrace.plan.PlannedStep;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SinkConnector;
import io.millrace.state.KeyGroups;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the operators and outboxes of one task from its chain in the plan. Used once. */
final class ChainBuilder {

    private final PhysicalPlan plan;
    private final Chain chain;
    private final TaskId task;
    private final AttemptChannels channels;
    private final TaskEnvironment environment;

    private final List<Operator> operators = new ArrayList<>();
    private final List<Outbox> outboxes = new ArrayList<>();

    /** Per uid of a dead-letter sink the way there, shared by all steps of the task. */
    private final Map<String, Outbox> deadLetters = new HashMap<>();

    ChainBuilder(PhysicalPlan plan, Chain chain, TaskId task, AttemptChannels channels, TaskEnvironment environment) {
        this.plan = plan;
        this.chain = chain;
        this.task = task;
        this.channels = channels;
        this.environment = environment;
    }

    OperatorChain build() {
        Receiver root = receiverOf(chain.root());
        Collections.reverse(operators); // were made from the leaves up
        return new OperatorChain(root, operators, outboxes);
    }

    private Receiver receiverOf(PlannedStep planned) {
        List<Receiver> next = new ArrayList<>();
        planned.chained().forEach(step -> next.add(receiverOf(step)));
        planned.outputs().forEach(edge -> next.add(outputOf(edge)));
        return planned.step().read(new OperatorMaker(Receiver.all(next)));
    }

    private Receiver outputOf(Edge edge) {
        Outbox outbox = outboxOf(edge);
        return edge.routing() instanceof Routing.ByKey<?, ?>
                ? new KeyedOutput(outbox::emit, errorsOf(target(edge)))
                : outbox::emit;
    }

    private Outbox outboxOf(Edge edge) {
        List<Channel> out = channels.outOf(edge, task.subtask());
        Outbox outbox =
                new Outbox(edge.routing().read(new PartitionerMaker(target(edge).name(), out.size())), out);
        outboxes.add(outbox);
        return outbox;
    }

    private Step target(Edge edge) {
        return plan.chains().get(edge.toChain()).root().step();
    }

    private OperatorId id(Step step) {
        return new OperatorId(environment.jobName(), step.name(), task);
    }

    /** What the task does when it fails on a record on behalf of a step. */
    RecordErrors errorsOf(Step step) {
        return step.options().onRecordError().orElseGet(RecordErrorPolicy::fail).read(new ErrorsMaker(id(step)));
    }

    /** Makes what an operator does with failed records from its policy. */
    private final class ErrorsMaker implements RecordErrorPolicy.Reader<RecordErrors> {

        private final OperatorId operator;

        ErrorsMaker(OperatorId operator) {
            this.operator = operator;
        }

        @Override
        public RecordErrors fail() {
            return RecordErrors.fail(operator);
        }

        @Override
        public RecordErrors skip() {
            return RecordErrors.skip(operator, metrics());
        }

        @Override
        public RecordErrors deadLetter(RecordErrorPolicy.ToSink policy) {
            Outbox outbox = deadLetters.computeIfAbsent(policy.uid(), uid -> outboxOf(chain.deadLetterEdge(uid)));
            return RecordErrors.deadLetter(operator, metrics(), outbox::emit);
        }

        private OperatorMetrics metrics() {
            return environment.attempt().operator(operator.uid()).metrics();
        }
    }

    /** Makes the operator for a step; what the step does not need to be called for is just what comes next. */
    private final class OperatorMaker implements Step.Reader<Receiver> {

        private final Receiver next;

        OperatorMaker(Receiver next) {
            this.next = next;
        }

        @Override
        public Receiver source(Step.SourceStep step) {
            return next; // the task itself reads
        }

        @Override
        public Receiver transform(Step.TransformStep step) {
            return add(new TransformOperator(id(step), step.function(), errorsOf(step), next));
        }

        @Override
        public Receiver keyedProcess(Step.KeyedProcessStep step) {
            var keys = (Routing.ByKey<?, ?>) step.inputs().get(0).routing();
            KeyExtractor extractor = new KeyExtractor(step.name(), task.toString(), keys, plan.keyGroups());
            KeyedStateSetup state = new KeyedStateSetup(
                    environment.stateBackend(),
                    KeyGroups.rangeOf(task.subtask(), chain.parallelism(), plan.keyGroups()),
                    keys.serde(),
                    environment.states().getOrDefault(step.name(), List.of()),
                    environment.snapshotReader());
            return add(new KeyedProcessOperator(id(step), step.function(), extractor, state, errorsOf(step), next));
        }

        @Override
        public Receiver sink(Step.SinkStep step) {
            Runnable wakeUp = channels.parkerOf(chain, task.subtask())::wake;
            var context = new TaskSinkContext(
                    environment.attempt().operator(step.name()),
                    task.subtask(),
                    chain.parallelism(),
                    wakeUp,
                    environment.commitLog());
            return add(new SinkOperator(id(step), (SinkConnector<?>) step.sink(), context, errorsOf(step)));
        }

        private Receiver add(Operator operator) {
            operators.add(operator);
            return operator;
        }
    }

    /** Makes the partitioner for an edge. */
    private final class PartitionerMaker implements Routing.Reader<Partitioner> {

        private final String target;
        private final int channelCount;

        PartitionerMaker(String target, int channelCount) {
            this.target = target;
            this.channelCount = channelCount;
        }

        @Override
        public Partitioner forward() {
            return Partitioner.forward();
        }

        @Override
        public Partitioner rebalance() {
            return Partitioner.rebalance(channelCount, task.subtask());
        }

        @Override
        public Partitioner broadcast() {
            return Partitioner.broadcast();
        }

        @Override
        public Partitioner byKey(Routing.ByKey<?, ?> keys) {
            KeyExtractor extractor = new KeyExtractor(target, task.toString(), keys, plan.keyGroups());
            return new KeyGroupPartitioner(extractor, channelCount, plan.keyGroups());
        }
    }
}
