package io.millrace.kafka;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.jspecify.annotations.Nullable;

/** Where a simulated transactional producer stands, and what it still lets its user do. */
final class ProducerState {

    enum Phase {
        UNINITIALIZED,
        INITIALIZING,
        READY,
        IN_TRANSACTION,
        COMMITTING_TRANSACTION,
        ABORTING_TRANSACTION,
        ABORTABLE_ERROR,
        FATAL_ERROR
    }

    private final String transactionalId;
    private Phase phase = Phase.UNINITIALIZED;
    private @Nullable RuntimeException lastError;

    ProducerState(String transactionalId) {
        this.transactionalId = transactionalId;
    }

    Phase phase() {
        return phase;
    }

    boolean isEnding() {
        return phase == Phase.COMMITTING_TRANSACTION || phase == Phase.ABORTING_TRANSACTION;
    }

    boolean hasError() {
        return phase == Phase.ABORTABLE_ERROR || phase == Phase.FATAL_ERROR;
    }

    @Nullable
    RuntimeException lastError() {
        return lastError;
    }

    void become(Phase next) {
        boolean legal = switch (next) {
            case UNINITIALIZED -> false;
            case INITIALIZING -> phase == Phase.UNINITIALIZED;
            case READY -> phase == Phase.INITIALIZING || isEnding();
            case IN_TRANSACTION -> phase == Phase.READY;
            case COMMITTING_TRANSACTION -> phase == Phase.IN_TRANSACTION;
            case ABORTING_TRANSACTION -> phase == Phase.IN_TRANSACTION || phase == Phase.ABORTABLE_ERROR;
            case ABORTABLE_ERROR, FATAL_ERROR -> throw new IllegalArgumentException("Use failed");
        };
        if (!legal) {
            throw new IllegalStateException("TransactionalId " + transactionalId
                    + ": Invalid transition attempted from state " + phase + " to state " + next);
        }
        phase = next;
        lastError = null;
    }

    void requireInTransaction() {
        if (phase != Phase.IN_TRANSACTION) {
            throw new IllegalStateException("TransactionalId " + transactionalId
                    + ": Cannot add a partition to the transaction while in state " + phase);
        }
    }

    /** After an abortable error the transaction can still be aborted, after a fatal one nothing works any more. */
    void failed(RuntimeException error, boolean fatal) {
        if (phase != Phase.FATAL_ERROR) {
            phase = fatal || phase == Phase.ABORTING_TRANSACTION ? Phase.FATAL_ERROR : Phase.ABORTABLE_ERROR;
            lastError = error;
        }
    }

    /** Whether a producer whose record was refused so cannot even abort. */
    static boolean isFatal(KafkaException refusal) {
        return refusal instanceof ClusterAuthorizationException
                || refusal instanceof TransactionalIdAuthorizationException
                || refusal instanceof ProducerFencedException
                || refusal instanceof InvalidPidMappingException;
    }

    /** What a user is told when the brokers did not initialize the id. */
    static KafkaException ofInitialization(KafkaException answer) {
        if (isFence(answer)) {
            return new ProducerFencedException(answer.getMessage());
        }
        return answer instanceof AuthorizationException
                ? answer
                : new KafkaException("Unexpected error in InitProducerIdResponse; " + answer.getMessage());
    }

    /** What a user is told when the brokers did not end the transaction. */
    static KafkaException ofEnd(KafkaException answer) {
        if (isFence(answer)) {
            return new ProducerFencedException(answer.getMessage());
        }
        boolean expected = answer instanceof AuthorizationException
                || answer instanceof InvalidTxnStateException
                || answer instanceof InvalidPidMappingException;
        return expected ? answer : new KafkaException("Unhandled error in EndTxnResponse: " + answer.getMessage());
    }

    private static boolean isFence(KafkaException answer) {
        return answer instanceof ProducerFencedException || answer instanceof InvalidProducerEpochException;
    }

    void requireNoError() {
        if (!hasError()) {
            return;
        }
        if (lastError instanceof ProducerFencedException) {
            throw new ProducerFencedException("Producer with transactionalId '" + transactionalId
                    + "' has been fenced by another producer with the same transactionalId");
        }
        if (lastError instanceof InvalidProducerEpochException) {
            throw new InvalidProducerEpochException(
                    "Producer with transactionalId '" + transactionalId + "' attempted to produce with an old epoch");
        }
        throw new KafkaException("Cannot execute transactional method because we are in an error state", lastError);
    }
}
