package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the first start of a job begins to read. Immutable. */
sealed interface StartPosition {

    /** Turns the start into a number for each partition. */
    Map<TopicPartition, LogOffset> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions);

    /** With the earliest record of each partition. */
    record Earliest() implements StartPosition {

        @Override
        public Map<TopicPartition, LogOffset> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return offsets.earliest(partitions);
        }
    }

    /** Behind the last committed record of each partition. */
    record Latest() implements StartPosition {

        @Override
        public Map<TopicPartition, LogOffset> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return offsets.committedEnds(partitions);
        }
    }

    /** With the first record of each partition that is not older. */
    record At(long timestampMillis) implements StartPosition {

        @Override
        public Map<TopicPartition, LogOffset> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            return offsets.at(timestampMillis, partitions);
        }
    }

    /** Where a consumer group stands. An offset of its that is not in the log any more is as good as none. */
    record OfGroup(String group, MissingOffset otherwise) implements StartPosition {

        private static final Logger log = LoggerFactory.getLogger(OfGroup.class);

        @Override
        public Map<TopicPartition, LogOffset> resolve(PartitionOffsets offsets, Set<TopicPartition> partitions) {
            Map<TopicPartition, LogOffset> starts = new HashMap<>(offsets.ofGroup(group, partitions));
            Map<TopicPartition, String> outside = outsideOfLog(starts, offsets);
            if (!outside.isEmpty() && otherwise != MissingOffset.FAIL) {
                log.warn(
                        "Offsets of group '{}' are not there any more: {}; starts at the {}",
                        group,
                        outside,
                        otherwise);
            }
            starts.keySet().removeAll(outside.keySet());
            starts.putAll(missing(
                    "Consumer group '" + group + "' has no offset that is still there",
                    otherwise,
                    offsets,
                    PartitionSets.without(partitions, starts.keySet())));
            return starts;
        }
    }

    /** Where the user said. */
    record Given(Map<TopicPartition, Long> offsets, MissingOffset otherwise) implements StartPosition {

        public Given {
            offsets = Map.copyOf(offsets);
        }

        @Override
        public Map<TopicPartition, LogOffset> resolve(PartitionOffsets inLog, Set<TopicPartition> partitions) {
            Set<TopicPartition> unknown = PartitionSets.without(offsets.keySet(), partitions);
            if (!unknown.isEmpty()) {
                throw new StartRefusedException("Start offsets were given for partitions " + unknown
                        + ", which the source does not read. Leave them out, or read their topics");
            }
            Map<TopicPartition, LogOffset> starts = new HashMap<>();
            offsets.forEach((partition, offset) -> starts.put(partition, LogOffset.of(offset)));
            Map<TopicPartition, String> outside = outsideOfLog(starts, inLog);
            if (!outside.isEmpty()) {
                throw new StartRefusedException("Start offsets were given that are not in the log: " + outside
                        + ". Give offsets between the earliest and the end of each partition");
            }
            starts.putAll(missing(
                    "No start offset was given", otherwise, inLog, PartitionSets.without(partitions, starts.keySet())));
            return starts;
        }
    }

    private static Map<TopicPartition, String> outsideOfLog(
            Map<TopicPartition, LogOffset> starts, PartitionOffsets offsets) {
        Map<TopicPartition, LogOffset> earliest = offsets.earliest(starts.keySet());
        Map<TopicPartition, LogOffset> ends = offsets.logEnds(starts.keySet());
        Map<TopicPartition, String> outside = new TreeMap<>(PartitionSets.BY_NAME);
        starts.forEach((partition, start) -> {
            long first = PartitionOffsets.of(partition, earliest).offset();
            long end = PartitionOffsets.of(partition, ends).offset();
            if (start.offset() < first || start.offset() > end) {
                outside.put(partition, start.offset() + " outside of " + first + " to " + end);
            }
        });
        return outside;
    }

    private static Map<TopicPartition, LogOffset> missing(
            String what, MissingOffset otherwise, PartitionOffsets offsets, Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        return switch (otherwise) {
            case EARLIEST -> offsets.earliest(partitions);
            case LATEST -> offsets.committedEnds(partitions);
            case FAIL ->
                throw new StartRefusedException(what + " for partitions " + partitions
                        + ". Give them one, or say with MissingOffset.EARLIEST or LATEST where they start");
        };
    }
}
