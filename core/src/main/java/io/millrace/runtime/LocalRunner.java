package io.millrace.runtime;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Job;
import io.millrace.api.JobOptions;
import io.millrace.api.Pipeline;
import io.millrace.api.PipelineRunner;
import io.millrace.api.StartRefusedException;
import io.millrace.checkpoint.JobStorage;
import io.millrace.checkpoint.storage.CheckpointStorages;
import io.millrace.plan.PhysicalPlan;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.StateBackend;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs pipelines in this process, each task on a thread of its own.
 *
 * <p>Thread-safe.
 */
public final class LocalRunner implements PipelineRunner {

    private static final Logger log = LoggerFactory.getLogger(LocalRunner.class);

    @Override
    public Job start(Pipeline pipeline, JobOptions options) {
        PhysicalPlan plan = PhysicalPlan.of(pipeline, options);
        StateBackend backend = findBackend(options.stateBackend());
        CheckpointStorage files = CheckpointStorages.open(options.storage());
        JobStorage storage = new JobStorage(files, plan.jobName());
        JobSetup setup = new JobSetup(plan, options, files, storage, backend, new ThreadDrivers(plan.jobName()));
        RestartPolicy restarts = new RestartPolicy(options.restartStrategy(), new SplittableRandom());
        AtomicReference<LocalJob> started = new AtomicReference<>();
        ThreadEventLoop loop = new ThreadEventLoop(
                plan.jobName(),
                error -> requireNonNull(started.get(), "started").failed(error));
        LocalJob job = new LocalJob(setup, loop, loop::isCurrentThread, restarts, () -> close(loop, files));
        started.set(job);
        job.start();
        return job;
    }

    /** Runs on the loop itself, so it waits for nothing. */
    private static void close(ThreadEventLoop loop, CheckpointStorage files) {
        try {
            loop.close(Duration.ZERO);
            files.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.warn("Closing the checkpoint storage failed; the job has ended, nothing depends on it", e);
        }
    }

    private static StateBackend findBackend(String name) {
        List<StateBackend> found = ServiceLoader.load(StateBackend.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        return found.stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StartRefusedException("There is no state backend named '" + name
                        + "' on the class path; found are "
                        + found.stream().map(StateBackend::name).toList()));
    }
}
