package io.millrace.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks for the offsets that a source needs; each answer is complete unless its name says otherwise. Thread-safe. */
final class PartitionOffsets {

    /** What Kafka answers where no record is as late as the time asked for. */
    private static final long NONE = -1;

    private final ClusterAdmin admin;

    PartitionOffsets(ClusterAdmin admin) {
        this.admin = admin;
    }

    /** The earliest offsets that are left. */
    Map<TopicPartition, LogOffset> earliest(Set<TopicPartition> partitions) {
        return ask(partitions, each -> admin.offsets(each, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED));
    }

    /** The earliest offset that is left of one partition. */
    LogOffset beginning(TopicPartition partition) {
        return of(partition, earliest(Set.of(partition)));
    }

    /** The offsets up to which committed records can be read: behind the last record or at the first open transaction. */
    Map<TopicPartition, LogOffset> committedEnds(Set<TopicPartition> partitions) {
        return ask(partitions, each -> admin.offsets(each, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED));
    }

    /** The offsets behind the last record, be it committed or not. */
    Map<TopicPartition, LogOffset> logEnds(Set<TopicPartition> partitions) {
        return ask(partitions, each -> admin.offsets(each, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED));
    }

    /** As {@link #earliest}, of those partitions that have a leader. */
    Map<TopicPartition, LogOffset> answeredEarliest(Set<TopicPartition> partitions) {
        return answered(partitions, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
    }

    /** As {@link #committedEnds}, of those partitions that have a leader. */
    Map<TopicPartition, LogOffset> answeredCommittedEnds(Set<TopicPartition> partitions) {
        return answered(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
    }

    /** As {@link #logEnds}, of those partitions that have a leader. */
    Map<TopicPartition, LogOffset> answeredLogEnds(Set<TopicPartition> partitions) {
        return answered(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
    }

    private Map<TopicPartition, LogOffset> answered(
            Set<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        return partitions.isEmpty() ? Map.of() : toOffsets(admin.answeredOffsets(partitions, which, isolation));
    }

    private static Map<TopicPartition, LogOffset> toOffsets(Map<TopicPartition, ListOffsetsResultInfo> answers) {
        Map<TopicPartition, LogOffset> offsets = new HashMap<>();
        answers.forEach((partition, answer) ->
                offsets.put(partition, new LogOffset(answer.offset(), KafkaPosition.epoch(answer.leaderEpoch()))));
        return offsets;
    }

    /** The offsets of the first records that are not older; where there is none, the committed ends. */
    Map<TopicPartition, LogOffset> at(long timestampMillis, Set<TopicPartition> partitions) {
        // the ends first: behind those asked for later there may be a record that was not there for the time's answer
        Map<TopicPartition, LogOffset> found = new HashMap<>(committedEnds(partitions));
        ask(partitions, each -> admin.offsetsForTime(each, timestampMillis)).forEach((partition, start) -> {
            if (start.offset() != NONE) {
                found.put(partition, start);
            }
        });
        return found;
    }

    /** The offsets that a consumer group committed, as far as it has any. */
    Map<TopicPartition, LogOffset> ofGroup(String group, Set<TopicPartition> partitions) {
        Map<TopicPartition, LogOffset> found = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> committed = admin.groupOffsets(group);
        partitions.forEach(partition -> {
            OffsetAndMetadata offset = committed.get(partition);
            if (offset != null) {
                found.put(partition, new LogOffset(offset.offset(), KafkaPosition.epoch(offset.leaderEpoch())));
            }
        });
        return found;
    }

    private Map<TopicPartition, LogOffset> ask(
            Set<TopicPartition> partitions,
            Function<Set<TopicPartition>, Map<TopicPartition, ListOffsetsResultInfo>> question) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        Map<TopicPartition, ListOffsetsResultInfo> answers = question.apply(partitions);
        partitions.forEach(partition -> of(partition, answers));
        return toOffsets(answers);
    }

    /** What was answered for a partition that was asked for. */
    static <T> T of(TopicPartition partition, Map<TopicPartition, T> answers) {
        T answer = answers.get(partition);
        if (answer == null) {
            throw new AttemptFailedException("Kafka gave no offset of " + partition);
        }
        return answer;
    }
}
