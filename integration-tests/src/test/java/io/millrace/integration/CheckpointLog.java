package io.millrace.integration;

import static org.awaitility.Awaitility.await;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what a job in this JVM tells its listeners. Thread-safe. */
final class CheckpointLog implements JobListener {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Job job;
    private final List<CheckpointReport> reports = new CopyOnWriteArrayList<>();
    private final List<Throwable> restarts = new CopyOnWriteArrayList<>();

    private CheckpointLog(Job job) {
        this.job = job;
    }

    static CheckpointLog of(Job job) {
        CheckpointLog log = new CheckpointLog(job);
        job.addListener(log);
        return log;
    }

    @Override
    public void onCheckpoint(Job of, CheckpointReport report) {
        reports.add(report);
    }

    @Override
    public void onRestart(Job of, Throwable reason) {
        restarts.add(reason);
    }

    List<CheckpointReport> committed() {
        return reports.stream().filter(CheckpointReport::committed).toList();
    }

    List<CheckpointReport> givenUp() {
        return reports.stream().filter(report -> !report.committed()).toList();
    }

    List<Throwable> restarts() {
        return restarts;
    }

    void awaitState(JobState state) {
        await().atMost(BOUND)
                .failFast("job ended as " + state, () -> job.state().isTerminal() && job.state() != state)
                .until(() -> job.state() == state);
    }

    /** Waits until so many more checkpoints were committed than by now. */
    void awaitMoreCommitted(int more) {
        int target = committed().size() + more;
        await().atMost(BOUND)
                .failFast("job ended", () -> job.state().isTerminal())
                .until(() -> committed().size() >= target);
    }

    void awaitRestarts(int count) {
        await().atMost(BOUND).until(() -> restarts.size() >= count);
    }

    void awaitGivenUp(int count) {
        await().atMost(BOUND).until(() -> givenUp().size() >= count);
    }
}
