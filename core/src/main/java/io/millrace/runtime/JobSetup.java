package io.millrace.runtime;

import io.millrace.api.JobOptions;
import io.millrace.checkpoint.JobStorage;
import io.millrace.plan.PhysicalPlan;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.StateBackend;

/**
 * What all attempts of a job have in common. Immutable.
 *
 * @param plan what is to run
 * @param options how
 * @param files the checkpoint storage that all jobs share
 * @param storage the job's own folder in it
 * @param stateBackend keeps keyed state
 * @param drivers execute the tasks
 */
record JobSetup(
        PhysicalPlan plan,
        JobOptions options,
        CheckpointStorage files,
        JobStorage storage,
        StateBackend stateBackend,
        Drivers drivers) {

    String jobName() {
        return plan.jobName();
    }
}
