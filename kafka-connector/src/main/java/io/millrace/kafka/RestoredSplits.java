package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.time.Clock;
import java.time.Duration;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the positions of a checkpoint against the cluster. One call at a time. */
final class RestoredSplits {

    private static final Logger log = LoggerFactory.getLogger(RestoredSplits.class);

    /** A partition that has been missing for longer will not come back; checkpoints may not grow with each topic that went. */
    static final Duration MISSING_KEPT = Duration.ofDays(7);

    /**
     * What a source goes on from.
     *
     * @param positions by partition; those that are missing are kept for when they come back
     * @param losses what it goes on without, since it is allowed to
     */
    record Result(Map<TopicPartition, KafkaPosition> positions, List<Loss> losses) {}

    private final PartitionOffsets offsets;
    private final LostRecords policy;
    private final Clock clock;

    RestoredSplits(PartitionOffsets offsets, LostRecords policy, Clock clock) {
        this.offsets = offsets;
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * Refuses to leave positions behind because the source reads other topics now.
     *
     * @param topics the topics of the positions that are not missing
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
        restored.values().stream().filter(KafkaPosition::isMissing).forEach(position -> {
            Uuid current = partitions.get(position.partition());
            if (current != null && current.equals(position.topicId())) {
                sameTopic.put(position.partition(), position.found());
            } else if (current == null) {
                stillMissing(position, left);
            } // else: another topic of the name, which begins like any that is added
        });
        restored.values().stream().filter(position -> !position.isMissing()).forEach(position -> {
            TopicPartition partition = position.partition();
            Optional<Loss> loss = PositionCheck.ofTopic(position, partitions, offsets::beginning);
            loss.ifPresentOrElse(lost -> goOn(lost, position, left, losses), () -> sameTopic.put(partition, position));
        });
        Map<TopicPartition, LogOffset> earliest = offsets.earliest(sameTopic.keySet());
        Map<TopicPartition, LogOffset> ends = offsets.logEnds(sameTopic.keySet());
        sameTopic.forEach((partition, position) -> PositionCheck.inLog(
                        position, PartitionOffsets.of(partition, earliest), PartitionOffsets.of(partition, ends))
                .ifPresentOrElse(lost -> goOn(lost, position, left, losses), () -> left.put(partition, position)));
        return new Result(left, losses);
    }

    private void goOn(Loss loss, KafkaPosition position, Map<TopicPartition, KafkaPosition> left, List<Loss> losses) {
        policy.requireAllowed(loss);
        losses.add(loss);
        left.put(position.partition(), loss.goOn().orElseGet(() -> position.missing(clock.millis())));
    }

    /** Going on without it was allowed when it went missing. */
    private void stillMissing(KafkaPosition position, Map<TopicPartition, KafkaPosition> left) {
        Duration missing =
                Duration.ofMillis(clock.millis() - position.missingSince().orElseThrow());
        if (missing.compareTo(MISSING_KEPT) < 0) {
            left.put(position.partition(), position);
        } else {
            log.info(
                    "Partition {} has been missing for {} days; its position, offset {}, is given up",
                    position.partition(),
                    missing.toDays(),
                    position.offset());
        }
    }
}
