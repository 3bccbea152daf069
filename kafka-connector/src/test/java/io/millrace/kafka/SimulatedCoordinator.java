package io.millrace.kafka;

import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * The transaction coordinator of the simulated cluster, as transaction version 2 has it: each end of a transaction raises the
 * epoch, and partitions join a transaction by the first record.
 *
 * <p>Runs on the cluster's loop.
 */
final class SimulatedCoordinator {

    /** Tells a partition how a transaction ended. */
    interface Markers {

        /** @param then run once the followers have the marker, or the partition is gone */
        void write(TopicPartition partition, ProducerIdentity writer, boolean committed, Runnable then);
    }

    private final Map<String, SimulatedTransaction> transactions = new TreeMap<>();
    private final EventLoop loop;
    private final KafkaFaults faults;
    private final BrokerLimits limits;
    private final Markers markers;
    private long producerIds;

    SimulatedCoordinator(EventLoop loop, KafkaFaults faults, BrokerLimits limits, Markers markers) {
        this.loop = loop;
        this.faults = faults;
        this.limits = limits;
        this.markers = markers;
    }

    /** Fences whoever used the id before. Must be asked again while a transaction of theirs is being ended. */
    ProducerIdentity initialize(String transactionalId, Duration timeout) {
        if (timeout.compareTo(limits.maxTransactionTimeout()) > 0) {
            throw new InvalidTxnTimeoutException(
                    "The transaction timeout is larger than the maximum value allowed by the"
                            + " broker (as configured by transaction.max.timeout.ms).");
        }
        SimulatedTransaction known = find(transactionalId);
        if (known == null) {
            ProducerIdentity first = newProducer();
            transactions.put(transactionalId, new SimulatedTransaction(first, limits.lastEpoch(), timeout, now()));
            return first;
        }
        if (known.state() == TransactionState.ONGOING) {
            end(known, false, null);
        }
        if (known.isEnding()) {
            throw new ConcurrentTransactionsException("The transaction before is being ended.");
        }
        known.initialize(next(known), timeout, now());
        return known.owner();
    }

    /** A producer is about to write to a partition for the first time in a transaction. */
    void add(String transactionalId, ProducerIdentity writer, TopicPartition partition) {
        SimulatedTransaction transaction = require(transactionalId, writer);
        if (transaction.owner().epoch() != writer.epoch()) {
            throw new InvalidProducerEpochException("Producer attempted to produce with an old epoch.");
        }
        if (transaction.isEnding()) {
            throw new ConcurrentTransactionsException("The transaction before is being ended.");
        }
        boolean begins = transaction.state() != TransactionState.ONGOING;
        transaction.add(partition, now());
        if (begins) {
            watch(transaction);
        }
    }

    /** Brokers go by their own clock, and look now and then. */
    private void watch(SimulatedTransaction transaction) {
        long started = transaction.startMillis();
        ProducerIdentity owner = transaction.owner();
        loop.schedule(transaction.timeout().plus(faults.timeoutCheckDelay()), () -> {
            boolean same = transaction.owner().equals(owner) && transaction.startMillis() == started;
            if (same && transaction.state() == TransactionState.ONGOING) {
                end(transaction, false, null);
            }
        });
    }

    /**
     * Ends the caller's transaction.
     *
     * @return what the caller must use next
     */
    ProducerIdentity end(String transactionalId, ProducerIdentity caller, boolean commit) {
        SimulatedTransaction transaction = require(transactionalId, caller);
        if (transaction.wasEndedBy(caller)) {
            return endedBefore(transaction, commit);
        }
        if (!transaction.owner().equals(caller)) {
            throw fenced(transaction, caller);
        }
        requireDecidable(transaction, commit);
        end(transaction, commit, caller);
        return transaction.owner();
    }

    /** What is decided stays so, also for an owner who already has the next epoch. */
    private static void requireDecidable(SimulatedTransaction transaction, boolean commit) {
        boolean commits = transaction.state() == TransactionState.PREPARE_COMMIT;
        if (transaction.isEnding() && commits == commit) {
            throw new ConcurrentTransactionsException("The transaction is being ended.");
        }
        if (transaction.isEnding() || (transaction.state() != TransactionState.ONGOING && commit)) {
            throw invalidState(transaction, commit);
        }
    }

    private ProducerIdentity endedBefore(SimulatedTransaction transaction, boolean commit) {
        TransactionState prepared = commit ? TransactionState.PREPARE_COMMIT : TransactionState.PREPARE_ABORT;
        TransactionState complete = commit ? TransactionState.COMPLETE_COMMIT : TransactionState.COMPLETE_ABORT;
        if (transaction.state() == prepared) {
            throw new ConcurrentTransactionsException("The transaction is being ended.");
        }
        if (transaction.state() != complete) {
            throw invalidState(transaction, commit);
        }
        return transaction.owner();
    }

    /** While the markers of whoever fenced the caller are under way, the caller may be told either. */
    private RuntimeException fenced(SimulatedTransaction transaction, ProducerIdentity caller) {
        boolean looksLikeARepeatedCall =
                transaction.isEnding() && transaction.owner().epoch() - caller.epoch() == 1 && faults.draw(2) == 0;
        return looksLikeARepeatedCall
                ? invalidState(transaction, true)
                : new ProducerFencedException(
                        "There is a newer producer with the same transactionalId which fences the" + " current one.");
    }

    private static InvalidTxnStateException invalidState(SimulatedTransaction transaction, boolean commit) {
        return new InvalidTxnStateException("The producer attempted a transactional operation in an invalid state: "
                + (commit ? "commit" : "abort") + " in " + transaction.state());
    }

    /** Decision point: from here on the transaction is committed or aborted, whoever is told when. */
    private void end(SimulatedTransaction transaction, boolean commit, @Nullable ProducerIdentity by) {
        ProducerIdentity before = transaction.owner();
        transaction.prepare(commit, next(transaction), by, now());
        if (transaction.partitions().isEmpty()) {
            transaction.complete(now());
        }
        ProducerIdentity marker = before.nextEpoch();
        for (TopicPartition partition : List.copyOf(transaction.partitions())) {
            loop.schedule(
                    faults.markerDelay(),
                    () -> markers.write(partition, marker, commit, () -> transaction.told(partition, now())));
        }
    }

    TransactionDescription describe(String transactionalId) {
        SimulatedTransaction known = find(transactionalId);
        if (known == null) {
            throw new TransactionalIdNotFoundException("The transactionalId could not be found");
        }
        return known.describe();
    }

    Map<String, TransactionDescription> describeAll() {
        Map<String, TransactionDescription> all = new TreeMap<>();
        transactions.forEach((id, transaction) -> all.put(id, transaction.describe()));
        return all;
    }

    private SimulatedTransaction require(String transactionalId, ProducerIdentity caller) {
        SimulatedTransaction known = find(transactionalId);
        boolean uses = known != null && (known.owner().id() == caller.id() || known.wasEndedBy(caller));
        if (!uses) {
            throw new InvalidPidMappingException(
                    "The producer attempted to use a producer id which is not currently assigned to its transactional id.");
        }
        return known;
    }

    /** An id that was not used for long is forgotten. */
    private @Nullable SimulatedTransaction find(String transactionalId) {
        SimulatedTransaction known = transactions.get(transactionalId);
        if (known != null && known.isIdleSince(now() - limits.idExpiration().toMillis())) {
            transactions.remove(transactionalId);
            return null;
        }
        return known;
    }

    private ProducerIdentity next(SimulatedTransaction transaction) {
        return transaction.isLastEpoch() ? newProducer() : transaction.owner().nextEpoch();
    }

    /** An id that nobody had before. */
    ProducerIdentity newProducer() {
        return new ProducerIdentity(producerIds++, 0);
    }

    private long now() {
        return loop.clock().millis();
    }
}
