package io.millrace.kafka;

import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.CoordinatorLoadInProgressException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.KafkaStorageException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotCoordinatorException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownServerException;

/** The errors that brokers answer each kind of request with: those after which clients try again, and those that end the call. */
final class KafkaErrors {

    private static final String MESSAGE = "An error that the simulation made up.";

    private KafkaErrors() {}

    static List<Supplier<KafkaException>> passing(RequestKind kind) {
        return switch (kind) {
            case PRODUCE ->
                List.of(
                        () -> new NotLeaderOrFollowerException(MESSAGE),
                        () -> new NotEnoughReplicasException(MESSAGE),
                        () -> new NotEnoughReplicasAfterAppendException(MESSAGE),
                        () -> new KafkaStorageException(MESSAGE),
                        () -> new NetworkException(MESSAGE),
                        () -> new TimeoutException(MESSAGE),
                        () -> new ConcurrentTransactionsException(MESSAGE));
            case PRODUCE_PLAIN ->
                List.of(
                        () -> new NotLeaderOrFollowerException(MESSAGE),
                        () -> new NotEnoughReplicasException(MESSAGE),
                        () -> new NotEnoughReplicasAfterAppendException(MESSAGE),
                        () -> new KafkaStorageException(MESSAGE),
                        () -> new NetworkException(MESSAGE),
                        () -> new TimeoutException(MESSAGE));
            case INIT_PRODUCER, END_TRANSACTION ->
                List.of(
                        () -> new CoordinatorNotAvailableException(MESSAGE),
                        () -> new CoordinatorLoadInProgressException(MESSAGE),
                        () -> new NotCoordinatorException(MESSAGE),
                        () -> new NetworkException(MESSAGE),
                        () -> new ConcurrentTransactionsException(MESSAGE));
            case FETCH, ADMIN ->
                List.of(
                        () -> new NotLeaderOrFollowerException(MESSAGE),
                        () -> new LeaderNotAvailableException(MESSAGE),
                        () -> new KafkaStorageException(MESSAGE),
                        () -> new NetworkException(MESSAGE));
        };
    }

    /**
     * No refusals of administrative calls, and none for want of rights where a start would be refused for good: a job that
     * ends does not show how the others go on.
     */
    static List<Supplier<KafkaException>> lasting(RequestKind kind) {
        return switch (kind) {
            case PRODUCE ->
                List.of(
                        () -> new TransactionAbortableException(MESSAGE),
                        () -> new InvalidProducerEpochException(MESSAGE),
                        () -> new OutOfOrderSequenceException(MESSAGE),
                        () -> new UnknownProducerIdException(MESSAGE),
                        () -> new InvalidPidMappingException(MESSAGE),
                        () -> new UnknownServerException(MESSAGE),
                        () -> new TopicAuthorizationException(MESSAGE),
                        () -> new ClusterAuthorizationException(MESSAGE));
            case PRODUCE_PLAIN ->
                List.of(
                        () -> new InvalidProducerEpochException(MESSAGE),
                        () -> new OutOfOrderSequenceException(MESSAGE),
                        () -> new UnknownProducerIdException(MESSAGE),
                        () -> new UnknownServerException(MESSAGE),
                        () -> new TopicAuthorizationException(MESSAGE),
                        () -> new ClusterAuthorizationException(MESSAGE));
            case INIT_PRODUCER ->
                List.of(
                        () -> new ProducerFencedException(MESSAGE),
                        () -> new UnknownServerException(MESSAGE),
                        () -> new TransactionalIdAuthorizationException(MESSAGE));
            case END_TRANSACTION ->
                List.of(
                        () -> new ProducerFencedException(MESSAGE),
                        () -> new InvalidProducerEpochException(MESSAGE),
                        () -> new InvalidTxnStateException(MESSAGE),
                        () -> new InvalidPidMappingException(MESSAGE),
                        () -> new UnknownServerException(MESSAGE),
                        () -> new TransactionAbortableException(MESSAGE),
                        () -> new TransactionalIdAuthorizationException(MESSAGE));
            case FETCH ->
                List.of(() -> new UnknownServerException(MESSAGE), () -> new TopicAuthorizationException(MESSAGE));
            case ADMIN -> List.of();
        };
    }
}
