package io.millrace.kafka;

import io.millrace.api.DamagedException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Decides whether a position from a checkpoint can still be gone on from without loss. */
final class RestoredPositions {

    private RestoredPositions() {}

    /**
     * @param partitions the partitions that exist, each with the id of its topic
     * @throws DamagedException if the position was taken in another topic of the same name
     */
    static void requireSameTopic(KafkaPosition position, Map<TopicPartition, Uuid> partitions) {
        String topic = position.partition().topic();
        Uuid current = partitions.get(position.partition());
        if (current == null) {
            throw new DamagedException("The checkpoint holds offset " + position.offset() + " of partition "
                    + position.partition() + ", but topic '" + topic + "' has only "
                    + partitions.keySet().stream()
                            .filter(partition -> partition.topic().equals(topic))
                            .count()
                    + " partitions. Was it deleted and created again?");
        }
        if (!current.equals(position.topicId())) {
            throw new DamagedException("Topic '" + topic + "' was deleted and created again: offset "
                    + position.offset()
                    + " of partition " + position.partition() + " in the checkpoint belongs to the topic with id "
                    + position.topicId() + ", the one that is there now has id " + current
                    + ". Nothing of it was read. The checkpoint cannot be gone on from with other input; to begin anew,"
                    + " give the job another name or the source another uid");
        }
    }

    /**
     * @param earliest first offset that the partition still holds
     * @param end offset behind its last record
     * @throws DamagedException if records behind the position are lost
     */
    static void requireInLog(KafkaPosition position, long earliest, long end) {
        if (position.offset() < earliest && !position.isAtEnd()) {
            throw new DamagedException(
                    "Partition " + position.partition() + " lost records before they were read: offset "
                            + position.offset() + " is wanted, the earliest that is left is " + earliest + ", so up to "
                            + (earliest - position.offset())
                            + " records are gone. The topic's retention is shorter than the job was down. The job stops rather than"
                            + " leave them out");
        }
        if (position.offset() > end) {
            throw new DamagedException("Partition " + position.partition() + " is shorter than it was: offset "
                    + position.offset() + " is wanted, but it ends at " + end + ", so " + (position.offset() - end)
                    + " records that were read before are gone. A broker lost data, such as in an unclean leader election."
                    + " The job stops, since its state rests on records that exist no more");
        }
    }
}
