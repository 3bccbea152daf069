package io.millrace.kafka;

import io.millrace.api.DamagedException;
import io.millrace.spi.SourceSplit;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Where the reading of a partition stands, always as numbers. In a manifest it is a split with the id {@code topic-partition}.
 *
 * <p>Immutable.
 *
 * @param partition the partition
 * @param topicId tells the topic from one of the same name that was created later
 * @param offset the next offset to process
 * @param leaderEpoch epoch of the leader that the offset was learnt from, by which a truncated log is found out
 * @param end the offset at which the input ends; empty if it never does
 * @param missingSince when the source first went on without the partition, since it was not there, in milliseconds since
 *     the epoch; empty if it is read
 */
record KafkaPosition(
        TopicPartition partition,
        Uuid topicId,
        long offset,
        OptionalInt leaderEpoch,
        OptionalLong end,
        OptionalLong missingSince) {

    private static final String TOPIC_ID = "topicId";
    private static final String OFFSET = "offset";
    private static final String LEADER_EPOCH = "leaderEpoch";
    private static final String END = "end";
    private static final String MISSING_SINCE = "missingSince";

    /** A position in a partition that is read. */
    KafkaPosition(TopicPartition partition, Uuid topicId, long offset, OptionalInt leaderEpoch, OptionalLong end) {
        this(partition, topicId, offset, leaderEpoch, end, OptionalLong.empty());
    }

    /** Reads a position out of a manifest. */
    static KafkaPosition of(SourceSplit split) {
        Map<String, String> position = split.position();
        int dash = split.id().lastIndexOf('-');
        try {
            String epoch = position.get(LEADER_EPOCH);
            String end = position.get(END);
            String missing = position.get(MISSING_SINCE);
            return new KafkaPosition(
                    new TopicPartition(
                            split.id().substring(0, dash),
                            Integer.parseInt(split.id().substring(dash + 1))),
                    Uuid.fromString(required(position, TOPIC_ID)),
                    Long.parseLong(required(position, OFFSET)),
                    epoch == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(epoch)),
                    end == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(end)),
                    missing == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(missing)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new DamagedException(
                    "The checkpoint holds a position of a Kafka source that cannot be read: " + split
                            + ". Expected the id topic-partition, a topicId and a numeric offset",
                    e);
        }
    }

    SourceSplit toSplit() {
        TreeMap<String, String> position = new TreeMap<>();
        position.put(TOPIC_ID, topicId.toString());
        position.put(OFFSET, Long.toString(offset));
        leaderEpoch.ifPresent(epoch -> position.put(LEADER_EPOCH, Integer.toString(epoch)));
        end.ifPresent(last -> position.put(END, Long.toString(last)));
        missingSince.ifPresent(since -> position.put(MISSING_SINCE, Long.toString(since)));
        return new SourceSplit(partition.toString(), position);
    }

    /** The same partition further on. */
    KafkaPosition at(long newOffset, OptionalInt newEpoch) {
        return new KafkaPosition(partition, topicId, newOffset, newEpoch, end, missingSince);
    }

    /** A position in the same partition, as of an offset that was looked up. */
    KafkaPosition at(LogOffset newOffset) {
        return at(newOffset.offset(), newOffset.leaderEpoch());
    }

    /** The beginning of the partition of the same name in another topic, without end. */
    KafkaPosition in(Uuid otherTopic, LogOffset beginning) {
        return new KafkaPosition(
                partition, otherTopic, beginning.offset(), beginning.leaderEpoch(), OptionalLong.empty());
    }

    KafkaPosition endingAt(OptionalLong newEnd) {
        return new KafkaPosition(partition, topicId, offset, leaderEpoch, newEnd, missingSince);
    }

    /** The same position, which nobody reads on from for now. */
    KafkaPosition missing(long sinceMillis) {
        return new KafkaPosition(partition, topicId, offset, leaderEpoch, end, OptionalLong.of(sinceMillis));
    }

    /** The same position, which is read on from. */
    KafkaPosition found() {
        return new KafkaPosition(partition, topicId, offset, leaderEpoch, end);
    }

    boolean isMissing() {
        return missingSince.isPresent();
    }

    boolean isAtEnd() {
        return end.isPresent() && offset >= end.getAsLong();
    }

    /** The position in the form that Kafka's clients take. */
    OffsetAndMetadata toOffset() {
        return new OffsetAndMetadata(
                offset, leaderEpoch.isPresent() ? Optional.of(leaderEpoch.getAsInt()) : Optional.empty(), "");
    }

    static OptionalInt epoch(Optional<Integer> epoch) {
        return epoch.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private static String required(Map<String, String> position, String field) {
        @Nullable String value = position.get(field);
        if (value == null) {
            throw new IllegalArgumentException("No field '" + field + "'");
        }
        return value;
    }
}
