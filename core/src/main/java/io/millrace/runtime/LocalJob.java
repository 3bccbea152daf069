package io.millrace.runtime;

import io.millrace.api.FencedException;
import io.millrace.api.Job;
import io.millrace.api.JobFailedException;
import io.millrace.api.JobHealth;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import io.millrace.api.StopTimeoutException;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handle that a user has on a job in this process. It only passes wishes on to the supervisor and waits.
 *
 * <p>Thread-safe.
 */
final class LocalJob implements Job {

    private static final Logger log = LoggerFactory.getLogger(LocalJob.class);

    private final String name;
    private final JobStatus status;
    private final CountDownLatch terminated = new CountDownLatch(1);
    private final JobSupervisor supervisor;
    private final BooleanSupplier onEventLoop;

    /**
     * @param setup what to run
     * @param loop the job's event loop
     * @param onEventLoop whether the calling thread is the loop's
     * @param restarts says what follows a failure
     * @param cleanUp run once, by the loop, when the job has ended
     */
    LocalJob(JobSetup setup, EventLoop loop, BooleanSupplier onEventLoop, RestartPolicy restarts, Runnable cleanUp) {
        this.name = setup.jobName();
        this.status = new JobStatus(loop.clock());
        this.onEventLoop = onEventLoop;
        this.supervisor = new JobSupervisor(this, setup, loop, status, restarts, () -> {
            try {
                cleanUp.run();
            } finally {
                terminated.countDown();
            }
        });
    }

    void start() {
        supervisor.start();
    }

    /** The event loop met an error that nobody expected. */
    void failed(Throwable bug) {
        supervisor.failed(bug);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public JobState state() {
        return status.state();
    }

    @Override
    public Optional<Throwable> failure() {
        return status.failure();
    }

    @Override
    public JobHealth health() {
        return status.health(supervisor.problems());
    }

    @Override
    public JobState await() throws InterruptedException {
        terminated.await();
        JobState end = state();
        if (end == JobState.FENCED) {
            throw new FencedException(reason(), failure().orElse(null));
        }
        if (end == JobState.FAILED) {
            throw new JobFailedException(
                    "Job '" + name + "' failed: " + reason(), failure().orElse(null));
        }
        return end;
    }

    @Override
    public JobState await(Duration timeout) throws InterruptedException {
        if (!terminated.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            log.debug("{} has not ended within {}", this, timeout);
        }
        return state();
    }

    @Override
    public void stop(Duration timeout) throws InterruptedException {
        askToStop(timeout);
        if (isCalledByTheJobItself()) {
            return;
        }
        terminated.await();
        if (status.failure().orElse(null) instanceof StopTimeoutException e) {
            throw e;
        }
    }

    /** What {@link #stop} does before it waits. */
    void askToStop(Duration timeout) {
        supervisor.stop(timeout);
    }

    @Override
    public void close() {
        supervisor.cancel();
        if (isCalledByTheJobItself()) {
            return;
        }
        try {
            terminated.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void addListener(JobListener listener) {
        status.addListener(listener);
    }

    /** To wait there would be to wait for oneself. */
    private boolean isCalledByTheJobItself() {
        return onEventLoop.getAsBoolean() || supervisor.executesCurrentThread();
    }

    private String reason() {
        return failure().map(Throwable::getMessage).orElse("no reason known");
    }

    @Override
    public String toString() {
        return "job " + name + " (" + state() + ")";
    }
}
