package io.millrace.runtime;

import io.millrace.checkpoint.TaskReports;
import io.millrace.spi.CommitLog;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateRef;
import io.millrace.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the tasks of one attempt share. Nothing in it outlives the attempt.
 *
 * @param attempt what operators may use of the attempt
 * @param clock tells the time
 * @param bufferTimeout how long a record may wait in an open batch
 * @param stateBackend keeps keyed state
 * @param commitLog the attempt's commit log, for sink writers
 * @param reports where tasks report to
 * @param snapshotReader reads the files of the restored checkpoint
 * @param snapshotExecutor serializes and uploads captures
 * @param states per operator uid, the keyed state to restore
 * @param splits per source uid, all its splits with the positions to start from
 * @param verifier per source uid, completes what it returns once its splits are found to be still what they were
 */
public record TaskEnvironment(
        AttemptContext attempt,
        Clock clock,
        Duration bufferTimeout,
        StateBackend stateBackend,
        CommitLog commitLog,
        TaskReports reports,
        SnapshotReader snapshotReader,
        Executor snapshotExecutor,
        Map<String, List<StateRef>> states,
        Map<String, List<SourceSplit>> splits,
        Function<String, CompletionStage<Void>> verifier) {

    String jobName() {
        return attempt.jobName();
    }

    /** Ends the attempt; for errors outside a task's own calls. */
    Consumer<Throwable> fail() {
        return attempt.fail();
    }
}
