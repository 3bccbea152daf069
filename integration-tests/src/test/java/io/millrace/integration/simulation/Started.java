package io.millrace.integration.simulation;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import io.millrace.runtime.SimulatedJob;
import io.millrace.simulation.SimulatedProcess;
import java.util.function.Consumer;

/**
 * A process that was started to run the job.
 *
 * @param process the process
 * @param job the job in it
 */
record Started(SimulatedProcess process, SimulatedJob job) {

    /** Whether it may still do something. */
    boolean isUnderWay() {
        return process.isAlive() && !job.hasEnded();
    }

    @Override
    public String toString() {
        return job + (process.isAlive() ? "" : " (killed)") + (process.isFrozen() ? " (frozen)" : "");
    }

    /**
     * Notes what a job tells.
     *
     * @param process where the job runs
     * @param committed is told of each checkpoint that the job takes for committed
     * @param restarted is told why an attempt ended
     */
    record Notes(SimulatedProcess process, Consumer<CheckpointReport> committed, Consumer<Throwable> restarted)
            implements JobListener {

        @Override
        public void onStateChange(Job job, JobState from, JobState to) {
            process.trace(
                    from + " -> " + to + job.failure().map(why -> ": " + why).orElse(""));
        }

        @Override
        public void onCheckpoint(Job job, CheckpointReport report) {
            String name = "checkpoint " + report.checkpointId() + "-" + report.run();
            if (report.committed()) {
                process.trace(name + " committed");
                committed.accept(report);
            } else {
                process.trace(name + " given up: " + report.reason());
            }
        }

        @Override
        public void onRestart(Job job, Throwable reason) {
            process.trace("restarts after " + reason);
            restarted.accept(reason);
        }
    }
}
