package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a cluster says of transactions: its limits, and how one job's transaction stands.
 *
 * <p>Thread-safe.
 */
final class TransactionCluster {

    private static final Logger log = LoggerFactory.getLogger(TransactionCluster.class);

    private static final String MAX_TIMEOUT = "transaction.max.timeout.ms";
    private static final String MAX_MESSAGE = "max.message.bytes";

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
        OptionalInt millis = number(new ConfigResource(ConfigResource.Type.BROKER, broker), MAX_TIMEOUT);
        return millis.isPresent() ? Duration.ofMillis(millis.getAsInt()) : TransactionTimeout.BROKER_MAXIMUM_BY_DEFAULT;
    }

    /** The largest batch that brokers take for a topic; empty if we may not know. */
    OptionalInt maxMessageBytes(String topic) {
        return number(new ConfigResource(ConfigResource.Type.TOPIC, topic), MAX_MESSAGE);
    }

    private OptionalInt number(ConfigResource resource, String name) {
        try {
            Config config =
                    admin.call("ask for " + name + " of " + resource, client -> client.describeConfig(resource));
            return config.get(name) == null || config.get(name).value() == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(config.get(name).value()));
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof ClusterAuthorizationException
                    || e.getCause() instanceof TopicAuthorizationException) {
                log.warn("Not allowed to ask for {} of {}; going on without knowing it", name, resource);
                return OptionalInt.empty();
            }
            throw e;
        }
    }
}
