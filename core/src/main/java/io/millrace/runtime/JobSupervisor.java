package io.millrace.runtime;

import io.millrace.api.CheckpointReport;
import io.millrace.api.DamagedException;
import io.millrace.api.FencedException;
import io.millrace.api.Job;
import io.millrace.api.JobHealth;
import io.millrace.api.JobState;
import io.millrace.api.StartRefusedException;
import io.millrace.api.StopTimeoutException;
import io.millrace.spi.LogEntry;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts, watches and ends the attempts of one job, and decides after each whether there is another.
 *
 * <p>Confined to the job's event loop, except where a method says otherwise.
 */
final class JobSupervisor {

    private static final Logger log = LoggerFactory.getLogger(JobSupervisor.class);

    private final Job job;
    private final JobSetup setup;
    private final EventLoop loop;
    private final JobStatus status;
    private final RestartPolicy restarts;
    private final Runnable whenTerminated;
    private final RefusedRecords refused = new RefusedRecords();
    private volatile @Nullable Attempt attempt;
    private LogEntry.@Nullable Takeover lastClaim;

    /** Whether some attempt restored everything: from then on, what refuses a start may pass. */
    private boolean hasRun;

    private boolean stopAsked;
    private boolean cancelAsked;

    JobSupervisor(
            Job job,
            JobSetup setup,
            EventLoop loop,
            JobStatus status,
            RestartPolicy restarts,
            Runnable whenTerminated) {
        this.job = job;
        this.setup = setup;
        this.loop = loop;
        this.status = status;
        this.restarts = restarts;
        this.whenTerminated = whenTerminated;
    }

    /** Starts the first attempt. Thread-safe. */
    void start() {
        loop.execute(this::startAttempt);
    }

    /** Asks for a final checkpoint and the end, within {@code timeout} if possible. Thread-safe. */
    void stop(Duration timeout) {
        loop.execute(() -> {
            if (stopAsked || status.state().isTerminal()) {
                return;
            }
            stopAsked = true;
            Attempt current = attempt;
            if (status.state() == JobState.STANDBY) {
                cancelAttempt();
            } else if (status.state() == JobState.RUNNING && current != null) {
                current.finish();
            }
            loop.schedule(timeout, () -> stopTimedOut(timeout));
        });
    }

    /** Asks for the end as it is. Thread-safe. */
    void cancel() {
        loop.execute(this::cancelAttempt);
    }

    /** An event of the loop threw: whatever the attempt was about to do was not done. On the loop. */
    void failed(Throwable bug) {
        log.error("Job {}: an event failed that never should", setup.jobName(), bug);
        Attempt current = attempt;
        if (current != null) {
            current.fail(bug);
        }
    }

    /** Whether the calling thread executes a task of the job. Thread-safe. */
    boolean executesCurrentThread() {
        Attempt current = attempt;
        return current != null && current.executesCurrentThread();
    }

    /** What the running attempt reports that does not get on. Thread-safe. */
    List<JobHealth.Problem> problems() {
        Attempt current = attempt;
        return current == null ? List.of() : current.problems();
    }

    private void startAttempt() {
        if (cancelAsked) {
            terminate(JobState.STOPPED);
            return;
        }
        Attempt next = new Attempt(setup, loop, lastClaim, new AttemptNews());
        attempt = next;
        next.start();
    }

    private void cancelAttempt() {
        if (cancelAsked || status.state().isTerminal()) {
            return;
        }
        cancelAsked = true;
        Attempt current = attempt;
        if (current == null) {
            terminate(JobState.STOPPED); // between two attempts
        } else {
            current.cancel();
        }
    }

    private void stopTimedOut(Duration timeout) {
        if (status.state().isTerminal()) {
            return;
        }
        status.failedWith(new StopTimeoutException(
                "Job '" + setup.jobName() + "' could not commit a final checkpoint within " + timeout
                        + "; it ends at the last committed one, and its next start goes on from there without loss",
                status.failure().orElse(null)));
        cancelAttempt();
    }

    private void afterEnd(AttemptEnd end) {
        attempt = null;
        if (end instanceof AttemptEnd.Drained) {
            terminate(JobState.FINISHED);
        } else if (end instanceof AttemptEnd.Failed failed) {
            afterFailure(failed.cause());
        } else {
            terminate(JobState.STOPPED);
        }
    }

    private void afterFailure(Throwable cause) {
        if (cancelAsked && !(cause instanceof TaskOutlivedException)) {
            terminate(JobState.STOPPED);
            return;
        }
        status.failedWith(cause);
        if (cause instanceof FencedException) {
            terminate(JobState.FENCED);
        } else if (cause instanceof TaskOutlivedException
                || (cause instanceof StartRefusedException && lastClaim == null)) {
            terminate(JobState.FAILED);
        } else if (cause instanceof DamagedException
                || (cause instanceof StartRefusedException && !hasRun)
                || refused.isEnough(cause)) {
            failUnlessFenced(); // the same again would come of the same state
        } else {
            restartOrFail(cause);
        }
    }

    private void restartOrFail(Throwable cause) {
        Optional<Duration> delay = restarts.ended(cause);
        if (delay.isEmpty()) {
            failUnlessFenced();
            return;
        }
        log.warn(
                "Job {}: next attempt in {} ms, after: {}",
                setup.jobName(),
                delay.get().toMillis(),
                cause.toString());
        status.become(job, JobState.RESTARTING);
        status.tell(listener -> listener.onRestart(job, cause));
        loop.schedule(delay.get(), () -> {
            if (!status.state().isTerminal()) {
                startAttempt();
            }
        });
    }

    /** Before the job is called failed: it may look damaged only because a successor went on and cleaned up. */
    private void failUnlessFenced() {
        LogEntry.Takeover claim = lastClaim;
        if (claim == null) {
            terminate(JobState.FAILED);
            return;
        }
        loop.call("check who owns the job", () -> Recovery.findSuccessor(setup, claim), (successor, error) -> {
            if (error != null) {
                log.warn("Job {}: could not find out whether another process owns the job", setup.jobName(), error);
            }
            if (successor != null && successor.isPresent()) {
                status.failedWith(Recovery.fencedBy(setup.jobName(), successor.get()));
                terminate(JobState.FENCED);
            } else {
                terminate(JobState.FAILED);
            }
        });
    }

    private void terminate(JobState end) {
        if (status.state().isTerminal()) {
            return;
        }
        status.become(job, end);
        whenTerminated.run();
    }

    /** What the attempt comes to. */
    private final class AttemptNews implements Attempt.Listener {

        @Override
        public void waiting() {
            status.become(job, JobState.STANDBY);
            if (stopAsked) {
                cancelAttempt();
            }
        }

        @Override
        public void claims(LogEntry.Takeover takeover) {
            lastClaim = takeover;
        }

        @Override
        public void running() {
            hasRun = true;
            status.become(job, JobState.RUNNING);
            Attempt current = attempt;
            if (stopAsked && current != null) {
                current.finish();
            }
        }

        @Override
        public void checkpointed(CheckpointReport report) {
            if (report.committed()) {
                restarts.progressed();
                refused.progressed();
            }
            status.tell(listener -> listener.onCheckpoint(job, report));
        }

        @Override
        public void ended(AttemptEnd end) {
            afterEnd(end);
        }
    }
}
