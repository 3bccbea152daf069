package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Where the input of a job ends, decided when it starts for the first time. Immutable. */
sealed interface EndPosition {

    /** Turns the end into a number for each partition: the first offset that is not read. Empty for none. */
    Map<TopicPartition, Long> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions);

    /** Whether there is an end. */
    default boolean isBounded() {
        return true;
    }

    /** Never. */
    record Never() implements EndPosition {

        @Override
        public Map<TopicPartition, Long> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return Map.of();
        }

        @Override
        public boolean isBounded() {
            return false;
        }
    }

    /** Behind the last committed record at the start. */
    record AtStart() implements EndPosition {

        @Override
        public Map<TopicPartition, Long> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return numbers(offsets.committedEnds(partitions));
        }
    }

    /** At the first record that is not older, but not behind the last committed record at the start. */
    record Before(long timestampMillis) implements EndPosition {

        @Override
        public Map<TopicPartition, Long> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return numbers(offsets.at(timestampMillis, partitions));
        }
    }

    /** Where the user said; may lie behind what is there yet. */
    record Given(Map<TopicPartition, Long> offsets) implements EndPosition {

        public Given {
            offsets = Map.copyOf(offsets);
        }

        @Override
        public Map<TopicPartition, Long> resolve(PartitionOffsets inLog, Set<TopicPartition> partitions) {
            Set<TopicPartition> missing = PartitionSets.without(partitions, offsets.keySet());
            if (!missing.isEmpty()) {
                throw new StartRefusedException(
                        "End offsets must be given for each partition that is read; there is none" + " for " + missing);
            }
            return offsets;
        }
    }

    private static Map<TopicPartition, Long> numbers(Map<TopicPartition, LogOffset> ends) {
        Map<TopicPartition, Long> numbers = new HashMap<>();
        ends.forEach((partition, end) -> numbers.put(partition, end.offset()));
        return numbers;
    }
}
