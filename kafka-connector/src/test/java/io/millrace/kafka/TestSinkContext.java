package io.millrace.kafka;

import io.millrace.simulation.TestOperator;
import io.millrace.spi.CommitLog;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SinkContext;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The context of a writer that a test drives.
 *
 * @param operator keeps what the writer reports
 * @param wakeUps how often the task was woken
 * @param commitLog the job's
 */
record TestSinkContext(TestOperator operator, AtomicInteger wakeUps, CommitLog commitLog) implements SinkContext {

    /** A context of a job whose commit log is not in Kafka. */
    static TestSinkContext create() {
        return create((CommitLog) Proxy.newProxyInstance(
                TestSinkContext.class.getClassLoader(),
                new Class<?>[] {CommitLog.class},
                (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                }));
    }

    static TestSinkContext create(CommitLog commitLog) {
        return new TestSinkContext(TestOperator.of("job", "out"), new AtomicInteger(), commitLog);
    }

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
    public int subtask() {
        return 0;
    }

    @Override
    public int parallelism() {
        return 1;
    }

    @Override
    public void wakeUp() {
        wakeUps.incrementAndGet();
    }

    @Override
    public void fail(Throwable reason) {
        operator.fail(reason);
    }
}
