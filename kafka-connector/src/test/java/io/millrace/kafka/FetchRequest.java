package io.millrace.kafka;

import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks for the records of a partition. Immutable.
 *
 * @param offset the first that is wanted
 * @param offsetEpoch epoch of the leader that appended the record before it, if known
 * @param validated whether the position was found to agree with the leader of {@code leaderEpoch}
 * @param leaderEpoch the leader that the consumer knows
 * @param max how many records are wanted at most
 */
record FetchRequest(
        TopicPartition partition,
        long offset,
        Optional<Integer> offsetEpoch,
        boolean validated,
        int leaderEpoch,
        boolean committedOnly,
        int max) {

    boolean needsValidation(int currentEpoch) {
        return offsetEpoch.isPresent() && (!validated || currentEpoch != leaderEpoch);
    }
}
