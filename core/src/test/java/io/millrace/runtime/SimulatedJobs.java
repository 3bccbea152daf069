package io.millrace.runtime;

import io.millrace.api.JobState;
import io.millrace.api.RestartStrategy;
import io.millrace.checkpoint.JobStorage;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.plan.PhysicalPlan;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.StateBackend;
import io.millrace.state.HeapStateBackend;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;

/** Starts the same job in one simulated process after the other, over the same storage and commit log. */
final class SimulatedJobs {

    /** A process and the job in it. */
    record Started(SimulatedProcess process, LocalJob job) {

        boolean hasEnded() {
            return job.state().isTerminal();
        }

        JobState state() {
            return job.state();
        }
    }

    private final SeededScheduler world;
    private final CountingJob counting;
    private final CheckpointStorage files;
    private int started;

    SimulatedJobs(SeededScheduler world, CountingJob counting) {
        this(world, counting, CheckpointStorages.open(URI.create("memory:job-simulation-" + UUID.randomUUID())));
    }

    SimulatedJobs(SeededScheduler world, CountingJob counting, CheckpointStorage files) {
        this.world = world;
        this.counting = counting;
        this.files = files;
    }

    Started start() {
        return start(new HeapStateBackend());
    }

    Started start(StateBackend backend) {
        SimulatedProcess process = world.process("process-" + started++);
        var options = counting.options()
                .checkpointEvery(Duration.ofMillis(20))
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(50)));
        PhysicalPlan plan = PhysicalPlan.of(counting.pipeline(), options);
        JobSetup setup = new JobSetup(plan, options, files, new JobStorage(files, plan.jobName()), backend, process);
        LocalJob job = new LocalJob(
                setup, process, () -> false, new RestartPolicy(options.restartStrategy(), world.random()), () -> {});
        job.start();
        return new Started(process, job);
    }
}
