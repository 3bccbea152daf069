package io.millrace.runtime;

import io.millrace.api.Job;
import io.millrace.api.JobHealth;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import io.millrace.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * State of a job as others see it, and who is told of its changes.
 *
 * <p>Written by the job's event loop, read by any thread.
 */
final class JobStatus {

    private static final Logger log = LoggerFactory.getLogger(JobStatus.class);

    private final List<JobListener> listeners = new CopyOnWriteArrayList<>();
    private volatile JobState state = JobState.CREATED;
    private final Clock clock;
    private volatile @Nullable Failure failure;

    private record Failure(Throwable cause, Instant since) {}

    JobStatus(Clock clock) {
        this.clock = clock;
    }

    JobState state() {
        return state;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure).map(Failure::cause);
    }

    void addListener(JobListener listener) {
        listeners.add(listener);
    }

    void failedWith(Throwable cause) {
        failure = new Failure(cause, Instant.ofEpochMilli(clock.millis()));
    }

    /** How the job gets on, given what its operators report. */
    JobHealth health(List<JobHealth.Problem> reported) {
        return switch (state) {
            case CREATED, STANDBY, FINISHED, STOPPED -> new JobHealth(JobHealth.Status.HEALTHY, List.of());
            case RUNNING ->
                new JobHealth(reported.isEmpty() ? JobHealth.Status.HEALTHY : JobHealth.Status.DEGRADED, reported);
            case RESTARTING, FAILED, FENCED ->
                new JobHealth(
                        JobHealth.Status.UNHEALTHY,
                        Optional.ofNullable(failure).stream()
                                .map(known -> new JobHealth.Problem(
                                        "",
                                        known.since(),
                                        String.valueOf(known.cause().getMessage())))
                                .toList());
        };
    }

    /** Changes the state and tells the listeners; a terminal state stays. */
    void become(Job job, JobState next) {
        JobState before = state;
        if (before == next || before.isTerminal()) {
            return;
        }
        state = next;
        log.info("Job {}: {} -> {}", job.name(), before, next);
        tell(listener -> listener.onStateChange(job, before, next));
    }

    void tell(Consumer<JobListener> news) {
        for (JobListener listener : listeners) {
            try {
                news.accept(listener);
            } catch (Throwable e) { // whatever it is, it must not keep the job from going on or ending
                log.warn("A job listener threw; the job goes on", e);
            }
        }
    }
}
