package io.millrace.integration;

import io.millrace.api.Sink;
import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.Optional;

/** A sink whose commit log asks a probe; its writers are those of the sink behind it. Immutable. */
final class ProbedSink<T> implements SinkConnector<T> {

    private final SinkConnector<T> sink;
    private final Probe probe;

    private ProbedSink(SinkConnector<T> sink, Probe probe) {
        this.sink = sink;
        this.probe = probe;
    }

    static <T> Sink<T> of(Sink<T> sink, Probe probe) {
        return new ProbedSink<>((SinkConnector<T>) sink, probe);
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return sink.commitLog().map(provider -> new ProbedProvider(provider, probe));
    }

    @Override
    public void check(String jobName) {
        sink.check(jobName);
    }

    @Override
    public SinkWriter<T> openWriter(SinkContext context) {
        return sink.openWriter(new UnwrappedContext(context));
    }

    private record ProbedProvider(CommitLogProvider provider, Probe probe) implements CommitLogProvider {

        @Override
        public String clusterId() {
            return provider.clusterId();
        }

        @Override
        public String logName(String jobName) {
            return provider.logName(jobName);
        }

        @Override
        public CommitLog open(CommitLogContext context) {
            return new ProbedCommitLog(provider.open(context), probe);
        }
    }

    private record UnwrappedContext(SinkContext context) implements SinkContext {

        @Override
        public String jobName() {
            return context.jobName();
        }

        @Override
        public String uid() {
            return context.uid();
        }

        @Override
        public int subtask() {
            return context.subtask();
        }

        @Override
        public int parallelism() {
            return context.parallelism();
        }

        @Override
        public OperatorMetrics metrics() {
            return context.metrics();
        }

        @Override
        public OperatorHealth health() {
            return context.health();
        }

        @Override
        public CommitLog commitLog() {
            return ((ProbedCommitLog) context.commitLog()).unwrapped();
        }

        @Override
        public void wakeUp() {
            context.wakeUp();
        }

        @Override
        public void fail(Throwable reason) {
            context.fail(reason);
        }
    }
}
