package io.millrace.runtime;

import io.millrace.spi.OperatorContext;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceSplit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What a source reader may use of its task. Thread-safe. */
record TaskReaderContext(
        OperatorContext operator,
        int subtask,
        int parallelism,
        boolean keepsRaw,
        List<SourceSplit> splits,
        Supplier<CompletionStage<Void>> verifier)
        implements ReaderContext {

    TaskReaderContext {
        splits = List.copyOf(splits);
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
    public CompletionStage<Void> verify() {
        return verifier.get();
    }

    @Override
    public void fail(Throwable reason) {
        operator.fail(reason);
    }
}
