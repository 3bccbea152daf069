package io.millrace.integration;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import java.io.PrintStream;

/** What a worker tells its parent: lines among those of its log, each beginning with {@code @}. Thread-safe. */
final class WorkerVoice implements JobListener {

    static final String STATE = "@state ";
    static final String COMMITTED = "@committed ";
    static final String GIVEN_UP = "@given-up ";
    static final String RESTART = "@restart ";
    static final String REACHED = "@reached ";
    static final String FAILURE = "@failure ";
    static final String LEFTOVER = "@leftover ";

    private final PrintStream out;

    WorkerVoice(PrintStream out) {
        this.out = out;
    }

    @Override
    public void onStateChange(Job job, JobState from, JobState to) {
        sayState(to);
    }

    @Override
    public void onCheckpoint(Job job, CheckpointReport report) {
        if (report.committed()) {
            say(COMMITTED, report.checkpointId());
        } else {
            say(GIVEN_UP, report.checkpointId() + " " + report.reason());
        }
    }

    @Override
    public void onRestart(Job job, Throwable reason) {
        say(RESTART, reason);
    }

    void sayState(JobState state) {
        say(STATE, state);
    }

    void sayReached(Point point) {
        say(REACHED, point);
    }

    void sayFailure(Throwable failure) {
        say(FAILURE, failure);
    }

    /** Names the threads of producers and tasks that live on after the job. */
    void sayLeftovers() {
        try {
            Leftovers.find().forEach(name -> say(LEFTOVER, name));
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts a worker's end", e);
        }
    }

    private void say(String what, Object about) {
        out.println(what + about);
        out.flush();
    }
}
