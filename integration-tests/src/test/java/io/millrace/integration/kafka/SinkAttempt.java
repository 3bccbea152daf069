package io.millrace.integration.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.KeyValue;
import io.millrace.element.DataRecord;
import io.millrace.kafka.Kafka;
import io.millrace.simulation.TestOperator;
import io.millrace.spi.CommitLog;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import io.millrace.spi.OperatorHealth;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One attempt of a job with one sink task, driven by hand. */
final class SinkAttempt implements AutoCloseable {

    private final CommitLog log;
    private final LogContents found;
    private final LogEntry.Takeover takeover;
    private final SinkWriter<KeyValue<String, String>> writer;
    private final List<Throwable> failures;

    private SinkAttempt(
            CommitLog log,
            LogContents found,
            LogEntry.Takeover takeover,
            SinkWriter<KeyValue<String, String>> writer,
            List<Throwable> failures) {
        this.log = log;
        this.found = found;
        this.takeover = takeover;
        this.writer = writer;
        this.failures = failures;
    }

    /** Fences whoever runs the job and takes it over. */
    static SinkAttempt takeOver(Kafka kafka, String job, String topic) throws Exception {
        return open(kafka, job, topic).takeOver();
    }

    /** Does what can be done before fencing. */
    static Candidate open(Kafka kafka, String job, String topic) {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        return new Candidate(kafka, job, topic, Connectors.commitLog(kafka, job, failures::add), failures);
    }

    /** An attempt that has hurt nobody yet. */
    record Candidate(Kafka kafka, String job, String topic, CommitLog log, List<Throwable> failures) {

        SinkAttempt takeOver() throws Exception {
            try {
                LogContents found = log.fence();
                long run = found.lastTakeover().map(LogEntry.Takeover::run).orElse(0L) + 1;
                LogEntry.Takeover takeover =
                        new LogEntry.Takeover(Connectors.JOB_ID, Connectors.STORAGE_ID, run, UUID.randomUUID());
                log.takeOver(takeover);
                SinkWriter<KeyValue<String, String>> writer =
                        Connectors.sink(kafka, topic).openWriter(new Context(job, log, failures));
                return new SinkAttempt(log, found, takeover, writer, failures);
            } catch (Exception e) {
                log.close();
                throw e;
            }
        }
    }

    /** What the log said when the job was taken over. */
    LogContents found() {
        return found;
    }

    LogEntry.Takeover takeover() {
        return takeover;
    }

    CommitLog log() {
        return log;
    }

    SinkWriter<KeyValue<String, String>> writer() {
        return writer;
    }

    /** Errors that ended the attempt. */
    List<Throwable> failures() {
        return failures;
    }

    void write(String... values) throws Exception {
        for (String value : values) {
            writeKeyed("key", value);
        }
    }

    void writeKeyed(@Nullable String key, @Nullable String value) throws Exception {
        writer.write(element(key, value));
    }

    static DataRecord element(@Nullable String key, @Nullable String value) {
        return new DataRecord(new KeyValue<>(key, value), DataRecord.NO_TIMESTAMP, null);
    }

    static SinkContext context(String job, CommitLog log, List<Throwable> failures) {
        return new Context(job, log, failures);
    }

    CompletableFuture<Void> prepare(long checkpointId) {
        CompletionStage<Void> prepared = writer.prepare(checkpointId);
        return prepared.toCompletableFuture();
    }

    LogEntry.Commit entry(long checkpointId) {
        return new LogEntry.Commit(
                Connectors.JOB_ID, Connectors.STORAGE_ID, takeover.run(), checkpointId, "digest-" + checkpointId);
    }

    /** A whole checkpoint, from the barrier to the word that it was committed. */
    void checkpoint(long checkpointId) throws Exception {
        prepare(checkpointId).get(30, TimeUnit.SECONDS);
        log.commit(entry(checkpointId));
        writer.committed(checkpointId);
        assertThat(failures).isEmpty();
    }

    @Override
    public void close() throws Exception {
        log.close();
        writer.close();
    }

    private record Context(String jobName, CommitLog commitLog, List<Throwable> failures) implements SinkContext {

        @Override
        public String uid() {
            return "out";
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
        public OperatorMetrics metrics() {
            return TestOperator.of(jobName, uid()).metrics();
        }

        @Override
        public OperatorHealth health() {
            return TestOperator.of(jobName, uid()).health();
        }

        @Override
        public void wakeUp() {}

        @Override
        public void fail(Throwable reason) {
            failures.add(reason);
        }
    }
}
