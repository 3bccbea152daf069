package io.millrace.simulation;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.metrics.AttemptMetrics;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceSplit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * An operator's context that keeps what the operator reports.
 *
 * @param jobName name of the job
 * @param uid uid of the operator
 * @param registry where its meters go
 * @param conditions messages of what is reported at the moment, by condition
 * @param failures what ended the attempt
 * @param verifier answers readers that want their splits verified
 */
public record TestOperator(
        String jobName,
        String uid,
        SimpleMeterRegistry registry,
        Map<String, String> conditions,
        List<Throwable> failures,
        Supplier<CompletionStage<Void>> verifier)
        implements OperatorContext {

    /** A context with a registry of its own. */
    public static TestOperator of(String jobName, String uid) {
        return of(jobName, uid, () -> CompletableFuture.completedFuture(null));
    }

    /** A context with a registry of its own whose readers are answered so. */
    public static TestOperator of(String jobName, String uid, Supplier<CompletionStage<Void>> verifier) {
        return new TestOperator(
                jobName,
                uid,
                new SimpleMeterRegistry(),
                new ConcurrentHashMap<>(),
                new CopyOnWriteArrayList<>(),
                verifier);
    }

    @Override
    public OperatorMetrics metrics() {
        return new AttemptMetrics(registry, jobName).operator(uid);
    }

    @Override
    public OperatorHealth health() {
        return new OperatorHealth() {

            @Override
            public void report(String condition, String message) {
                conditions.put(condition, message);
            }

            @Override
            public void resolve(String condition) {
                conditions.remove(condition);
            }
        };
    }

    @Override
    public void fail(Throwable reason) {
        failures.add(reason);
    }

    /** The context of one of the operator's readers. */
    public ReaderContext reader(int subtask, int parallelism, List<SourceSplit> splits) {
        return reader(subtask, parallelism, false, splits);
    }

    /** The context of one of the operator's readers. */
    public ReaderContext reader(int subtask, int parallelism, boolean keepsRaw, List<SourceSplit> splits) {
        return new TestReader(this, subtask, parallelism, keepsRaw, splits);
    }

    private record TestReader(
            TestOperator operator, int subtask, int parallelism, boolean keepsRaw, List<SourceSplit> splits)
            implements ReaderContext {

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
        public CompletionStage<Void> verify() {
            return operator.verifier.get();
        }

        @Override
        public void fail(Throwable reason) {
            operator.fail(reason);
        }
    }
}
