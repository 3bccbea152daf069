package io.millrace.runtime;

import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.JobState;
import io.millrace.api.Pipeline;
import io.millrace.checkpoint.JobStorage;
import io.millrace.plan.PhysicalPlan;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.StateBackend;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The real engine, started in a simulated process as a runner does it in a real one. Not thread-safe. */
public final class SimulatedJob {

    private final SimulatedProcess process;
    private final LocalJob job;

    private SimulatedJob(SimulatedProcess process, LocalJob job) {
        this.process = process;
        this.job = job;
    }

    /**
     * Starts a job; all of it happens in the steps of its process.
     *
     * @param process drives its tasks and runs its events
     * @param files the checkpoint storage as the process sees it; the one that the options name is not opened
     * @param random draws the pauses between attempts
     * @param listener is told from the beginning
     */
    public static SimulatedJob start(
            SimulatedProcess process,
            Pipeline pipeline,
            JobOptions options,
            CheckpointStorage files,
            StateBackend backend,
            RandomGenerator random,
            JobListener listener) {
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);
        JobSetup setup = new JobSetup(plan, options, files, new JobStorage(files, plan.jobName()), backend, process);
        RestartPolicy restarts = new RestartPolicy(options.restartStrategy(), random);
        LocalJob job = new LocalJob(setup, process, () -> false, restarts, () -> {});
        job.addListener(listener);
        job.start();
        return new SimulatedJob(process, job);
    }

    public SimulatedProcess process() {
        return process;
    }

    /** The handle that a user would have; what waits, never ends, for nothing happens meanwhile. */
    public Job job() {
        return job;
    }

    public JobState state() {
        return job.state();
    }

    public boolean hasEnded() {
        return job.state().isTerminal();
    }

    public Optional<Throwable> failure() {
        return job.failure();
    }

    /** Asks for a final checkpoint and the end, and does not wait for it. */
    public void stop(Duration timeout) {
        job.askToStop(timeout);
    }

    @Override
    public String toString() {
        return process.name() + " " + job.state()
                + job.failure().map(failure -> ": " + failure).orElse("");
    }
}
