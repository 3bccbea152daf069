package io.millrace.integration.simulation;

import io.millrace.api.CheckpointReport;
import io.millrace.api.Job;
import io.millrace.api.JobListener;
import io.millrace.api.JobState;
import io.millrace.runtime.SimulatedJob;
import io.millrace.simulation.SimulatedProcess;

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

    /** Is told what jobs say of themselves. */
    interface Witness {

        /** The job takes a checkpoint for committed. */
        void committed(SimulatedProcess process, CheckpointReport report);

        /** An attempt has ended, and another one will follow. */
        void restarts(Throwable reason);

        /** The job has processed all input and shown all output. */
        void finished(SimulatedProcess process);

        /** The job has failed for good. */
        void failed(SimulatedProcess process);
    }

    /** Notes what the job in a process tells. */
    record Notes(SimulatedProcess process, Witness witness) implements JobListener {

        @Override
        public void onStateChange(Job job, JobState from, JobState to) {
            process.trace(
                    from + " -> " + to + job.failure().map(why -> ": " + why).orElse(""));
            if (to == JobState.FINISHED) {
                witness.finished(process);
            } else if (to == JobState.FAILED) {
                witness.failed(process);
            }
        }

        @Override
        public void onCheckpoint(Job job, CheckpointReport report) {
            String name = "checkpoint " + report.checkpointId() + "-" + report.run();
            if (report.committed()) {
                process.trace(name + " committed");
                witness.committed(process, report);
            } else {
                process.trace(name + " given up: " + report.reason());
            }
        }

        @Override
        public void onRestart(Job job, Throwable reason) {
            process.trace("restarts after " + reason);
            witness.restarts(reason);
        }
    }
}
