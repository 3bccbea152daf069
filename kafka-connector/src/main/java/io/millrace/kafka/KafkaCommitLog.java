package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CommitLog;
import io.millrace.spi.CommitLogContext;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A job's commit log in its commit topic. Each entry is the last record of the job's transaction, so that the output of the
 * sinks and the decision on it become visible together, or neither does. What the log is and why it holds is told in
 * docs/design/001-commit-log.md.
 *
 * <p>One call at a time, by threads that may block; {@link #close} may come at any time.
 */
final class KafkaCommitLog implements CommitLog {

    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration ENTRY_BOUND = Duration.ofSeconds(2);
    private static final long NOTHING_WRITTEN = -1;

    private final String jobName;
    private final ClusterAdmin admin;
    private final TransactionCluster cluster;
    private final CommitTopic topic;
    private final ProducerSettings producerSettings;
    private final TransactionOwner transaction;
    private final TopicCatalog topics;
    private long lastEntryOffset = NOTHING_WRITTEN;
    private volatile boolean closed;

    private KafkaCommitLog(
            String jobName,
            ClusterAdmin admin,
            TransactionCluster cluster,
            CommitTopic topic,
            ProducerSettings producerSettings,
            TransactionOwner transaction,
            TopicCatalog topics) {
        this.jobName = jobName;
        this.admin = admin;
        this.cluster = cluster;
        this.topic = topic;
        this.producerSettings = producerSettings;
        this.transaction = transaction;
        this.topics = topics;
    }

    /**
     * Checks that the cluster can be used and makes the commit topic if it is missing; fences nobody yet.
     *
     * @throws StartRefusedException if cluster, settings and options do not fit together
     */
    static KafkaCommitLog open(Connection connection, CommitLogContext context) {
        ClientSettings settings = connection.settings();
        String job = context.jobName();
        ProducerSettings producer = ProducerSettings.of(
                settings, KafkaNames.transactionalId(settings, job), settings.clientId(job, "producer"));
        ClusterAdmin admin = ClusterAdmin.open(connection, settings.clientId(job, "commit-log"));
        try {
            admin.clusterId();
            TransactionCluster cluster = new TransactionCluster(admin, KafkaNames.transactionalId(settings, job));
            cluster.requireUsable();
            TransactionTimeout timeout =
                    TransactionTimeout.derive(context, producer.transactionTimeout(), cluster.maxTransactionTimeout());
            new CommitTopicSetup(admin, KafkaNames.commitTopic(settings, job)).ensure();
            CommitTopic topic = new CommitTopic(
                    admin, connection, KafkaNames.commitTopic(settings, job), settings.clientId(job, "commits"));
            TransactionOwner transaction = new TransactionOwner(
                    job,
                    connection.clients(),
                    producer.withTransactionTimeout(timeout.value()).config(),
                    timeout,
                    context.fail());
            TopicCatalog topics = new TopicCatalog(
                    admin,
                    producer.recordLimit(),
                    Set.of(topic.name()),
                    transaction::learn,
                    connection.clients().background("millrace-" + job + "-topics"));
            return new KafkaCommitLog(job, admin, cluster, topic, producer, transaction, topics);
        } catch (RuntimeException e) {
            admin.close();
            throw e;
        }
    }

    @Override
    public LogContents look() {
        awaitEntryUnderWay();
        return topic.readTo(topic.lastStableOffset(), () -> closed);
    }

    /**
     * A process that was fenced fails before its successor has appended the takeover. If it looked at that moment, it would
     * find itself still in possession, and fence its successor. Whoever died within a commit appends no more, so the wait
     * is short.
     */
    private void awaitEntryUnderWay() {
        long before = topic.lastStableOffset();
        Deadline deadline = Deadline.in(admin.clock(), ENTRY_BOUND);
        while (cluster.mayAppendTo(topic.partition())
                && topic.lastStableOffset() == before
                && !deadline.hasPassed()
                && !closed) {
            deadline.pause(PAUSE);
        }
    }

    @Override
    public LogContents fence() {
        transaction.open();
        return topic.readTo(awaitSettledEnd(), () -> closed);
    }

    /** Nobody can append any more; what is in the topic must be decided, or we could not tell what it says. */
    private long awaitSettledEnd() {
        Deadline deadline = Deadline.in(admin.clock(), admin.bound());
        while (true) {
            long end = topic.highWatermark();
            long stable = topic.lastStableOffset();
            if (stable == end) {
                return end;
            }
            if (deadline.hasPassed() || closed) {
                throw new AttemptFailedException("Job '" + jobName + "': could not tell what the commit topic '"
                        + topic.name() + "' says: it ends at offset " + end + ", but only up to " + stable
                        + " it is decided. Does somebody else have a transaction open on it? kafka-transactions.sh"
                        + " find-hanging shows it");
            }
            deadline.pause(PAUSE);
        }
    }

    @Override
    public void takeOver(LogEntry.Takeover entry) {
        append(entry);
    }

    /** Commit point: the entry and all output that the sinks sent become visible in one transaction. */
    @Override
    public void commit(LogEntry.Commit entry) {
        append(entry);
    }

    private void append(LogEntry entry) {
        lastEntryOffset = transaction.commit(topic.toRecord(entry)).offset();
    }

    /** A commit that returned may still be on its way to the partitions. */
    @Override
    public void awaitVisible() {
        Deadline deadline = Deadline.in(admin.clock(), admin.bound());
        while (!cluster.isSettled() || topic.lastStableOffset() <= lastEntryOffset) {
            if (deadline.hasPassed() || closed) {
                throw new AttemptFailedException(
                        "Job '" + jobName + "': the committed output did not become visible within "
                                + Durations.text(admin.bound())
                                + ". It is decided and not lost; the brokers are slow to tell all"
                                + " partitions");
            }
            deadline.pause(PAUSE);
        }
    }

    /** The transaction that sink writers send into. */
    TransactionOwner transaction() {
        return transaction;
    }

    ProducerSettings producerSettings() {
        return producerSettings;
    }

    /** The commit topic's name, if this is its cluster. */
    Optional<String> topicOn(String clusterId) {
        return admin.clusterId().equals(clusterId) ? Optional.of(topic.name()) : Optional.empty();
    }

    /** What the topics of its sinks take. */
    TopicCatalog topics() {
        return topics;
    }

    @Override
    public String toString() {
        return "commit topic '" + topic.name() + "' on Kafka at " + admin.bootstrapServers();
    }

    @Override
    public void close() {
        closed = true;
        transaction.close();
        topics.close();
        admin.close();
    }
}
