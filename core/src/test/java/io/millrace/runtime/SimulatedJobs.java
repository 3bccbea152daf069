package io.millrace.runtime;

import io.millrace.api.JobListener;
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

    SimulatedJob start() {
        return start(new HeapStateBackend());
    }

    SimulatedJob start(StateBackend backend) {
        return SimulatedJob.start(
                world.process("process-" + started++),
                counting.pipeline(),
                counting.options()
                        .checkpointEvery(Duration.ofMillis(20))
                        .restart(RestartStrategy.exponentialDelay(Duration.ofMillis(5), Duration.ofMillis(50))),
                files,
                backend,
                world.random(),
                new JobListener() {});
    }
}
