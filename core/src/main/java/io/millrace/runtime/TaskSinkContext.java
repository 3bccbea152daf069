package io.millrace.runtime;

import io.millrace.spi.CommitLog;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SinkContext;

/** What a sink writer may use of its task. Thread-safe. */
record TaskSinkContext(OperatorContext operator, int subtask, int parallelism, Runnable wakeTask, CommitLog commitLog)
        implements SinkContext {

    @Override
    public String jobName() {
        return operator.jobName();
    }

    @Override
    public String uid() {
        return operator.uid();
    }

    @Override
    public OperatorMetrics metrics() {
        return operator.metrics();
    }

    @Override
    public OperatorHealth health() {
        return operator.health();
    }

    @Override
    public void wakeUp() {
        wakeTask.run();
    }

    @Override
    public void fail(Throwable reason) {
        operator.fail(reason);
    }
}
