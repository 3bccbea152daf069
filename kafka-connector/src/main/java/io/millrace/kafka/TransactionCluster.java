package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * What a cluster says of transactions: its limits, and how one job's transaction stands.
 *
 * <p>Thread-safe.
 */
final class TransactionCluster {

    private static final String MAX_TIMEOUT = "transaction.max.timeout.ms";

    /** Decided, but the partitions may not have been told. */
    private static final Set<TransactionState> SETTLING = EnumSet.of(
            TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT, TransactionState.PREPARE_EPOCH_FENCE);

    private final ClusterAdmin admin;
    private final String transactionalId;

    TransactionCluster(ClusterAdmin admin, String transactionalId) {
        this.admin = admin;
        this.transactionalId = transactionalId;
    }

    /** @throws StartRefusedException if the brokers are too old, or do not let this user ask */
    void requireUsable() {
        try {
            describe();
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof UnsupportedVersionException) {
                throw new StartRefusedException(
                        "The brokers at " + admin.bootstrapServers()
                                + " are too old: they cannot say how a transaction stands. Use Kafka 3.0 or newer",
                        e);
            }
            if (e.getCause() instanceof TransactionalIdAuthorizationException) {
                throw new StartRefusedException(
                        e.getMessage() + ". " + TopicRights.forTransactionalId(admin, transactionalId), e);
            }
            throw e;
        }
    }

    /** Whether every partition of the last transaction that was ended knows of its end. */
    boolean isSettled() {
        return describe().filter(found -> SETTLING.contains(found.state())).isEmpty();
    }

    /**
     * Whether something may be about to appear in a partition: somebody is fencing, or has fenced and will write next, or a
     * transaction that reaches there is open or being committed.
     */
    boolean mayAppendTo(TopicPartition partition) {
        return describe()
                .filter(found -> switch (found.state()) {
                    case EMPTY, PREPARE_EPOCH_FENCE, PREPARE_ABORT -> true;
                    case ONGOING, PREPARE_COMMIT -> found.topicPartitions().contains(partition);
                    case COMPLETE_COMMIT, COMPLETE_ABORT, UNKNOWN -> false;
                })
                .isPresent();
    }

    /** Empty if the transactional id is not known, or not any more. */
    private Optional<TransactionDescription> describe() {
        try {
            return Optional.of(admin.call(
                    "ask how transaction '" + transactionalId + "' stands",
                    client -> client.describeTransaction(transactionalId)));
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The longest transaction timeout that brokers allow. */
    Duration maxTransactionTimeout() {
        String broker = admin.call("ask for the brokers", AdminCalls::brokers).get(0);
        return BrokerSettings.ofBroker(admin, broker)
                .number(MAX_TIMEOUT)
                .map(Duration::ofMillis)
                .orElse(TransactionTimeout.BROKER_MAXIMUM_BY_DEFAULT);
    }
}
