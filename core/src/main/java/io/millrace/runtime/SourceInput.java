package io.millrace.runtime;

import io.millrace.operator.RecordErrors;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceSplit;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * What a source task reads.
 *
 * @param connector opens the reader
 * @param operator what the reader may use of its operator
 * @param errors what follows when a record cannot be read
 * @param parallelism number of tasks of the source
 * @param keepsRaw whether records must keep what they were read from
 * @param splits what this task reads from the start
 * @param verifier completes what it returns once the source's splits are found to be still what they were
 */
record SourceInput(
        SourceConnector<?> connector,
        OperatorContext operator,
        RecordErrors errors,
        int parallelism,
        boolean keepsRaw,
        List<SourceSplit> splits,
        Supplier<CompletionStage<Void>> verifier) {}
