package io.millrace.simulation;

import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in memory with one transaction: what test sinks send is visible from the moment in which the log's commit
 * entry is. A log that was fenced by a newer one can do nothing any more.
 *
 * <p>Thread-safe.
 */
public final class TestLog implements CommitLogProvider {

    private final String name;
    private final List<Object> visible = new ArrayList<>();
    private final List<LogEntry> entries = new ArrayList<>();
    private final List<Commit> commits = new ArrayList<>();
    private @Nullable Session owner;

    public TestLog() {
        this("test-log");
    }

    /** A log of another name on the same cluster. */
    public TestLog(String name) {
        this.name = name;
    }

    /** What a reader of committed data sees, in order. */
    public synchronized List<Object> visible() {
        return List.copyOf(visible);
    }

    /** All entries, in order. */
    public synchronized List<LogEntry> entries() {
        return List.copyOf(entries);
    }

    /** All commits, in order. */
    public synchronized List<Commit> commits() {
        return List.copyOf(commits);
    }

    /**
     * A commit as a reader sees it.
     *
     * @param checkpointId the checkpoint that was decided
     * @param visibleRecords how many records are visible since
     */
    public record Commit(long checkpointId, int visibleRecords) {}

    @Override
    public String clusterId() {
        return "test-cluster";
    }

    @Override
    public String logName(String jobName) {
        return name;
    }

    @Override
    public CommitLog open(CommitLogContext context) {
        return new Session();
    }

    /** A log for tests that have no recovery: it owns the job at once. */
    public Session openOwned() {
        Session session = new Session();
        session.fence();
        return session;
    }

    /** One attempt's use of the log. Thread-safe. */
    public final class Session implements CommitLog {

        private final List<Object> transaction = new ArrayList<>();

        /** Sends one record as part of the open transaction. */
        void send(Object value) {
            synchronized (TestLog.this) {
                requireOwner();
                transaction.add(value);
            }
        }

        @Override
        public LogContents look() {
            synchronized (TestLog.this) {
                return new LogContents(last(LogEntry.Takeover.class), last(LogEntry.Commit.class));
            }
        }

        @Override
        public LogContents fence() {
            synchronized (TestLog.this) {
                owner = this; // the transaction of whoever came before is gone with its session
                return look();
            }
        }

        @Override
        public void takeOver(LogEntry.Takeover entry) {
            synchronized (TestLog.this) {
                requireOwner();
                entries.add(entry);
            }
        }

        @Override
        public void commit(LogEntry.Commit entry) {
            synchronized (TestLog.this) {
                requireOwner();
                entries.add(entry);
                visible.addAll(transaction);
                transaction.clear();
                commits.add(new Commit(entry.checkpointId(), visible.size()));
            }
        }

        @Override
        public void awaitVisible() {
            // visible with the commit
        }

        @Override
        public void close() {
            synchronized (TestLog.this) {
                transaction.clear();
            }
        }

        private void requireOwner() {
            if (owner != this) {
                throw new IllegalStateException("Another session has taken over; nothing is sent or committed");
            }
        }

        private <E extends LogEntry> Optional<E> last(Class<E> kind) {
            return entries.stream().filter(kind::isInstance).map(kind::cast).reduce((first, second) -> second);
        }
    }
}
