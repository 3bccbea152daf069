package io.millrace.plan;

import io.millrace.api.StartRefusedException;
import io.millrace.api.step.Input;
import io.millrace.api.step.Routing;
import io.millrace.api.step.Step;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SourceConnector;
import java.util.List;

/** Finds the mistakes in a pipeline that can be seen without running it. */
final class StepChecks {

    private final String jobName;
    private final int keyGroups;

    StepChecks(String jobName, int keyGroups) {
        this.jobName = jobName;
        this.keyGroups = keyGroups;
    }

    void requireSink(List<Step> steps) {
        if (steps.stream().noneMatch(Step.SinkStep.class::isInstance)) {
            throw new StartRefusedException(
                    "Pipeline '" + jobName + "' writes nowhere: end at least one stream with to(...)");
        }
    }

    void check(Step step, int parallelism) {
        if (step instanceof Step.SourceStep source && !(source.source() instanceof SourceConnector<?>)) {
            throw unknownConnector("source", step, source.source(), SourceConnector.class);
        }
        if (step instanceof Step.SinkStep sink && !(sink.sink() instanceof SinkConnector<?>)) {
            throw unknownConnector("sink", step, sink.sink(), SinkConnector.class);
        }
        if (step instanceof Step.KeyedProcessStep keyed) {
            requireOneKey(keyed);
            requireKeyGroups(keyed, parallelism);
        }
    }

    private void requireOneKey(Step.KeyedProcessStep step) {
        Routing first = step.inputs().get(0).routing();
        for (Input input : step.inputs()) {
            if (!(input.routing() instanceof Routing.ByKey<?, ?>)
                    || !input.routing().equals(first)) {
                throw new StartRefusedException("Operator '" + step.name() + "' of job '" + jobName
                        + "' has keyed state, but its inputs are not all keyed by the same selector and serde: merge"
                        + " the streams with union first, then call keyBy once");
            }
        }
    }

    private void requireKeyGroups(Step.KeyedProcessStep step, int parallelism) {
        if (parallelism > keyGroups) {
            throw new StartRefusedException("Operator '" + step.name() + "' of job '" + jobName + "' has parallelism "
                    + parallelism + ", but the job has only " + keyGroups
                    + " key groups, so that some tasks would never get a record. Lower its parallelism, or, before the"
                    + " job's first checkpoint, raise keyGroups");
        }
    }

    private StartRefusedException unknownConnector(String kind, Step step, Object found, Class<?> expected) {
        return new StartRefusedException("The " + kind + " '" + step.name() + "' of job '" + jobName + "' is a "
                + found.getClass().getName() + ", which this engine cannot run: it has to implement "
                + expected.getName());
    }
}
