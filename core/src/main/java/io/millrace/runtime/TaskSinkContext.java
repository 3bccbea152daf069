package io.millrace.runtime;

import io.millrace.spi.CommitLog;
import io.millrace.spi.SinkContext;

/** What a sink writer may use of its task. Thread-safe. */
record TaskSinkContext(String uid, int subtask, int parallelism, Runnable wakeTask, TaskEnvironment environment)
        implements SinkContext {

    @Override
    public String jobName() {
        return environment.jobName();
    }

    @Override
    public CommitLog commitLog() {
        return environment.commitLog();
    }

    @Override
    public void wakeUp() {
        wakeTask.run();
    }

    @Override
    public void fail(Throwable reason) {
        environment.fail().accept(reason);
    }
}
