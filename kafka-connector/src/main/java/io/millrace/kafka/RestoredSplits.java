package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Checks the positions of a checkpoint against the cluster. One call at a time. */
final class RestoredSplits {

    /**
     * What a source goes on from.
     *
     * @param positions by partition
     * @param losses what it goes on without, since it is allowed to
     */
    record Result(Map<TopicPartition, KafkaPosition> positions, List<Loss> losses) {}

    private final PartitionOffsets offsets;
    private final LostRecords policy;

    RestoredSplits(PartitionOffsets offsets, LostRecords policy) {
        this.offsets = offsets;
        this.policy = policy;
    }

    /**
     * Refuses to leave positions behind because the source reads other topics now.
     *
     * @param topics the topics of the positions
     */
    static void requireSelected(Set<String> topics, TopicSelection selection) {
        Set<String> dropped = new TreeSet<>(topics);
        dropped.removeIf(selection::selects);
        if (!dropped.isEmpty()) {
            throw new StartRefusedException("The checkpoint holds positions in topics " + dropped
                    + ", but the source reads only topics " + selection
                    + ". Let it read them again, or give the source another uid to begin anew");
        }
    }

    /**
     * Checks each position.
     *
     * @param partitions the partitions that exist, each with the id of its topic
     * @throws io.millrace.api.DamagedException if one cannot be gone on from and the policy does not allow to do without
     */
    Result check(Map<TopicPartition, KafkaPosition> restored, Map<TopicPartition, Uuid> partitions) {
        Map<TopicPartition, KafkaPosition> left = new LinkedHashMap<>();
        List<Loss> losses = new ArrayList<>();
        Map<TopicPartition, KafkaPosition> sameTopic = new HashMap<>();
        restored.forEach((partition, position) -> {
            Optional<Loss> loss = PositionCheck.ofTopic(position, partitions, offsets::beginning);
            loss.ifPresentOrElse(lost -> goOn(lost, left, losses), () -> sameTopic.put(partition, position));
        });
        Map<TopicPartition, LogOffset> earliest = offsets.earliest(sameTopic.keySet());
        Map<TopicPartition, LogOffset> ends = offsets.logEnds(sameTopic.keySet());
        sameTopic.forEach((partition, position) -> PositionCheck.inLog(
                        position, PartitionOffsets.of(partition, earliest), PartitionOffsets.of(partition, ends))
                .ifPresentOrElse(lost -> goOn(lost, left, losses), () -> left.put(partition, position)));
        return new Result(left, losses);
    }

    private void goOn(Loss loss, Map<TopicPartition, KafkaPosition> left, List<Loss> losses) {
        policy.requireAllowed(loss);
        losses.add(loss);
        loss.goOn().ifPresent(position -> left.put(position.partition(), position));
    }
}
