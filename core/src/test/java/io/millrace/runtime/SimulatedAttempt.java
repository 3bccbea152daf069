package io.millrace.runtime;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.checkpoint.OperatorSnapshot;
import io.millrace.checkpoint.TaskId;
import io.millrace.checkpoint.TaskSnapshot;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.plan.PhysicalPlan;
import io.millrace.simulation.MemorySnapshots;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.simulation.TestLog;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateRef;
import io.millrace.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/** One attempt of a pipeline in a simulated process, with real tasks and a small coordinator. */
final class SimulatedAttempt implements Drivers.DriverListener {

    private final SimulatedProcess process;
    private final MiniCoordinator coordinator;
    private final List<Task> tasks;
    private final List<Drivers.Driver> drivers = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private int opened;
    private int ended;

    /** What is the same for all attempts of a job. */
    record Setup(
            Pipeline pipeline,
            JobOptions options,
            StateBackend backend,
            TestLog log,
            MemorySnapshots files,
            SortedMap<Long, Map<TaskId, TaskSnapshot>> snapshots,
            MiniCoordinator.Faults faults) {}

    SimulatedAttempt(SimulatedProcess process, Setup setup, Random random) {
        this.process = process;
        PhysicalPlan plan = PhysicalPlan.of(setup.pipeline(), setup.options());
        TestLog.Session session = setup.log().openOwned();
        Map<TaskId, TaskSnapshot> restored = session.look()
                .lastCommit()
                .map(commit -> setup.snapshots().get(commit.checkpointId()))
                .orElse(Map.of());
        coordinator = new MiniCoordinator(process, session, setup.files(), setup.snapshots(), random, setup.faults());
        tasks = AttemptTasks.build(
                        plan,
                        new TaskEnvironment(
                                context(plan.jobName(), process.clock()),
                                process.clock(),
                                setup.options().bufferTimeout(),
                                setup.backend(),
                                session,
                                coordinator,
                                setup.files(),
                                process.background(),
                                states(restored),
                                splits(plan, restored),
                                uid -> CompletableFuture.completedFuture(null)))
                .tasks();
        tasks.forEach(task -> drivers.add(process.drive(task, this)));
    }

    private AttemptContext context(String jobName, Clock clock) {
        return new AttemptContext(
                jobName, new AttemptMetrics(new SimpleMeterRegistry(), jobName), new JobProblems(clock), failures::add);
    }

    MiniCoordinator coordinator() {
        return coordinator;
    }

    List<Task> tasks() {
        return tasks;
    }

    List<Throwable> failures() {
        return failures;
    }

    SimulatedProcess process() {
        return process;
    }

    void cancel() {
        drivers.forEach(Drivers.Driver::cancel);
    }

    boolean hasEnded() {
        return ended == tasks.size();
    }

    @Override
    public void opened(Task task) {
        opened++;
        if (opened == tasks.size()) {
            process.execute(() -> {
                tasks.forEach(Task::begin);
                coordinator.start(tasks);
            });
        }
    }

    @Override
    public void failed(Task task, Throwable cause) {
        failures.add(cause);
    }

    @Override
    public void ended(Task task) {
        ended++;
    }

    private static Map<String, List<StateRef>> states(Map<TaskId, TaskSnapshot> restored) {
        Map<String, List<StateRef>> states = new HashMap<>();
        for (OperatorSnapshot operator : operators(restored)) {
            states.computeIfAbsent(operator.uid(), uid -> new ArrayList<>()).addAll(operator.states());
        }
        return states;
    }

    private static Map<String, List<SourceSplit>> splits(PhysicalPlan plan, Map<TaskId, TaskSnapshot> restored) {
        Map<String, List<SourceSplit>> splits = new HashMap<>();
        plan.sources().forEach(source -> {
            List<SourceSplit> positions = operators(restored).stream()
                    .filter(operator -> operator.uid().equals(source.uid()))
                    .flatMap(operator -> operator.positions().stream())
                    .toList();
            var enumerator = source.connector().openEnumerator(TestOperator.of(plan.jobName(), source.uid()));
            splits.put(source.uid(), positions.isEmpty() ? enumerator.start() : enumerator.resume(positions));
        });
        return splits;
    }

    private static List<OperatorSnapshot> operators(Map<TaskId, TaskSnapshot> restored) {
        return restored.values().stream()
                .flatMap(snapshot -> snapshot.operators().stream())
                .toList();
    }
}
