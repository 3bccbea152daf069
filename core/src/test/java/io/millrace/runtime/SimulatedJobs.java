package io.millrace.runtime;

import io.millrace.api.JobListener;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.api.RestartStrategy;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.simulation.SeededScheduler;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.StateBackend;
import io.millrace.state.HeapStateBackend;
import java.net.URI;
import java.time.Duration;
import java.util.UUID;

/** Starts the same job in one simulated process after the other, over the same storage and commit log. */
final class SimulatedJobs {

    private final SeededScheduler world;
    private final Pipeline pipeline;
    private final JobOptions options;
    private final CheckpointStorage files;
    private int started;

    SimulatedJobs(SeededScheduler world, CountingJob counting) {
        this(world, counting, CheckpointStorages.open(URI.create("memory:job-simulation-" + UUID.randomUUID())));
    }

    SimulatedJobs(SeededScheduler world, CountingJob counting, CheckpointStorage files) {
        this(world, counting.pipeline(), counting.options(), files);
    }

    SimulatedJobs(SeededScheduler world, Pipeline pipeline, JobOptions options, CheckpointStorage files) {
        this.world = world;
        this.pipeline = pipeline;
        this.options = options.checkpointEvery(Duration.ofMillis(20))
                .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(50)));
        this.files = files;
    }

    SimulatedJob start() {
        return start(new HeapStateBackend());
    }

    SimulatedJob start(StateBackend backend) {
        return SimulatedJob.start(
                world.process("process-" + started++),
                pipeline,
                options,
                files,
                backend,
                world.random(),
                new JobListener() {});
    }
}
