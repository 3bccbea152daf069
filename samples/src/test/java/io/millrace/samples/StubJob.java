package io.millrace.samples;

import io.millrace.api.Job;
import io.millrace.api.JobHealth;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job that is in the state it is told to be in. */
final class StubJob implements Job {

    private JobState state = JobState.RUNNING;
    private @Nullable RuntimeException failure;
    private @Nullable RuntimeException stopFailure;

    static StubJob ended(JobState state, @Nullable RuntimeException failure) {
        StubJob job = new StubJob();
        job.state = state;
        job.failure = failure;
        return job;
    }

    static StubJob thatCannotStop(RuntimeException failure) {
        StubJob job = new StubJob();
        job.stopFailure = failure;
        return job;
    }

    @Override
    public String name() {
        return "stub";
    }

    @Override
    public JobState state() {
        return state;
    }

    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public JobHealth health() {
        return new JobHealth(JobHealth.Status.HEALTHY, List.of());
    }

    @Override
    public JobState await() {
        if (failure != null) {
            throw failure;
        }
        return state;
    }

    @Override
    public JobState await(Duration timeout) {
        return state;
    }

    @Override
    public void stop(Duration timeout) {
        if (stopFailure != null) {
            throw stopFailure;
        }
        if (!state.isTerminal()) {
            state = JobState.STOPPED;
        }
    }

    @Override
    public void close() {}

    @Override
    public void addListener(JobListener listener) {}
}
