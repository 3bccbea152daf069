package io.millrace.runtime;

import io.millrace.metrics.AttemptMetrics;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import java.util.function.Consumer;

/**
 * What all operators of an attempt may use of it. Thread-safe.
 *
 * @param jobName name of the job
 * @param metrics the attempt's meters
 * @param problems what does not get on
 * @param fail ends the attempt; for errors outside a task's own calls
 */
public record AttemptContext(String jobName, AttemptMetrics metrics, JobProblems problems, Consumer<Throwable> fail) {

    /** The part of one operator. */
    public OperatorContext operator(String uid) {
        return new OperatorPart(uid, this);
    }

    private record OperatorPart(String uid, AttemptContext attempt) implements OperatorContext {

        @Override
        public String jobName() {
            return attempt.jobName();
        }

        @Override
        public OperatorMetrics metrics() {
            return attempt.metrics().operator(uid);
        }

        @Override
        public OperatorHealth health() {
            return attempt.problems().of(uid);
        }

        @Override
        public void fail(Throwable reason) {
            attempt.fail().accept(reason);
        }
    }
}
