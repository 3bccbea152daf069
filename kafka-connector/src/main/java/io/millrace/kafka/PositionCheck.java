package io.millrace.kafka;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Finds out whether a position can still be gone on from without loss. */
final class PositionCheck {

    private PositionCheck() {}

    /**
     * Compares the topic of a position with the one that is there.
     *
     * @param partitions the partitions that exist, each with the id of its topic
     * @param beginning where the partition begins now; asked only if it is in another topic
     */
    static Optional<Loss> ofTopic(KafkaPosition position, Map<TopicPartition, Uuid> partitions, Beginning beginning) {
        TopicPartition partition = position.partition();
        Uuid current = partitions.get(partition);
        if (current == null) {
            return Optional.of(new Loss(gone(position, partitions), 0, Optional.empty()));
        }
        if (current.equals(position.topicId())) {
            return Optional.empty();
        }
        String message = "Topic '" + partition.topic() + "' was deleted and created again: offset " + position.offset()
                + " of partition " + partition + " belongs to the topic with id " + position.topicId()
                + ", the one that is there now has id " + current + ". What had not been read of the former is lost";
        return Optional.of(new Loss(message, 0, Optional.of(position.in(current, beginning.of(partition)))));
    }

    /** Where a partition begins. */
    interface Beginning {
        LogOffset of(TopicPartition partition);
    }

    private static String gone(KafkaPosition position, Map<TopicPartition, Uuid> partitions) {
        String topic = position.partition().topic();
        long left = partitions.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .count();
        String found = left == 0 ? "does not exist any more" : "has only " + left + " partitions";
        return "Offset " + position.offset() + " of partition " + position.partition()
                + " is where the source stands, but topic '" + topic + "' " + found
                + ". Was it deleted or created again, or is this another cluster?";
    }

    /**
     * Compares a position with what the log holds.
     *
     * @param earliest first offset that the partition still holds
     * @param end offset behind its last record
     */
    static Optional<Loss> inLog(KafkaPosition position, LogOffset earliest, LogOffset end) {
        long wanted = position.offset();
        if (wanted < earliest.offset() && !position.isAtEnd()) {
            long lost = Math.min(earliest.offset(), position.end().orElse(Long.MAX_VALUE)) - wanted;
            return Optional.of(new Loss(
                    "Partition " + position.partition() + " lost records before they were read: offset " + wanted
                            + " is wanted, the earliest that is left is " + earliest.offset() + ", so up to " + lost
                            + " records are gone. The topic's retention is shorter than the job was down or behind",
                    lost,
                    Optional.of(position.at(earliest))));
        }
        return wanted > end.offset() ? Optional.of(truncated(position, end)) : Optional.empty();
    }

    /**
     * The log does not hold any more what was read.
     *
     * @param end up to where it still does
     */
    static Loss truncated(KafkaPosition position, LogOffset end) {
        long lost = Math.max(0, position.offset() - end.offset());
        return new Loss(
                "Partition " + position.partition() + " is shorter than it was: offset " + position.offset()
                        + " is wanted, but what was read before is there only up to " + end.offset() + ", so " + lost
                        + " records that the job's state rests on are gone. A broker lost data, such as in an unclean"
                        + " leader election",
                lost,
                Optional.of(position.at(end)));
    }

    /** The log is another one than was read, and from where on cannot be told; what is there now is within its bounds. */
    static Loss diverged(KafkaPosition position) {
        return new Loss(
                "Partition " + position.partition() + " does not hold what was read before offset " + position.offset()
                        + ": its leader knows nothing of epoch " + epoch(position) + ", in which that was written. How"
                        + " many records that the job's state rests on are gone is unknown. A broker lost data, such as"
                        + " in an unclean leader election",
                0,
                Optional.of(position.at(LogOffset.of(position.offset()))));
    }

    private static String epoch(KafkaPosition position) {
        return position.leaderEpoch().isPresent()
                ? Integer.toString(position.leaderEpoch().getAsInt())
                : "unknown";
    }
}
