package io.millrace.kafka;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What the coordinator of the simulated cluster knows of one transactional id. */
final class SimulatedTransaction {

    private static final long NOT_STARTED = -1;

    private final int lastEpoch;
    private final Set<TopicPartition> partitions = new LinkedHashSet<>();
    private ProducerIdentity owner;
    private Duration timeout;
    private TransactionState state = TransactionState.EMPTY;
    private long startMillis = NOT_STARTED;
    private long changedMillis;

    /** Who asked for the last end, so that the same call is recognized when it comes again. */
    private @Nullable ProducerIdentity endedBy;

    /** @param lastEpoch after which a new producer id is needed */
    SimulatedTransaction(ProducerIdentity owner, int lastEpoch, Duration timeout, long nowMillis) {
        this.owner = owner;
        this.lastEpoch = lastEpoch;
        this.timeout = timeout;
        this.changedMillis = nowMillis;
    }

    ProducerIdentity owner() {
        return owner;
    }

    TransactionState state() {
        return state;
    }

    Duration timeout() {
        return timeout;
    }

    Set<TopicPartition> partitions() {
        return partitions;
    }

    long startMillis() {
        return startMillis;
    }

    boolean isIdleSince(long millis) {
        return switch (state) {
            case EMPTY, COMPLETE_COMMIT, COMPLETE_ABORT -> changedMillis <= millis;
            default -> false;
        };
    }

    boolean isEnding() {
        return state == TransactionState.PREPARE_COMMIT || state == TransactionState.PREPARE_ABORT;
    }

    boolean wasEndedBy(ProducerIdentity caller) {
        return caller.equals(endedBy);
    }

    /** Somebody initializes the id; no transaction is open. */
    void initialize(ProducerIdentity next, Duration newTimeout, long nowMillis) {
        owner = next;
        endedBy = null;
        timeout = newTimeout;
        startMillis = NOT_STARTED;
        become(TransactionState.EMPTY, nowMillis);
    }

    void add(TopicPartition partition, long nowMillis) {
        if (state != TransactionState.ONGOING) {
            become(TransactionState.ONGOING, nowMillis);
            startMillis = nowMillis;
        }
        partitions.add(partition);
    }

    /**
     * Decides the transaction; from here on the owner needs {@code next}.
     *
     * @param by the owner, if it asked for it
     */
    void prepare(boolean commit, ProducerIdentity next, @Nullable ProducerIdentity by, long nowMillis) {
        endedBy = by;
        owner = next;
        become(commit ? TransactionState.PREPARE_COMMIT : TransactionState.PREPARE_ABORT, nowMillis);
    }

    /** A partition knows of the end, or is gone. */
    void told(TopicPartition partition, long nowMillis) {
        partitions.remove(partition);
        if (partitions.isEmpty()) {
            complete(nowMillis);
        }
    }

    void complete(long nowMillis) {
        become(
                state == TransactionState.PREPARE_COMMIT
                        ? TransactionState.COMPLETE_COMMIT
                        : TransactionState.COMPLETE_ABORT,
                nowMillis);
    }

    boolean isLastEpoch() {
        return owner.epoch() >= lastEpoch;
    }

    private void become(TransactionState next, long nowMillis) {
        state = next;
        changedMillis = nowMillis;
    }

    TransactionDescription describe() {
        return new TransactionDescription(
                0,
                state,
                owner.id(),
                owner.epoch(),
                timeout.toMillis(),
                startMillis == NOT_STARTED ? OptionalLong.empty() : OptionalLong.of(startMillis),
                new LinkedHashSet<>(partitions));
    }
}
