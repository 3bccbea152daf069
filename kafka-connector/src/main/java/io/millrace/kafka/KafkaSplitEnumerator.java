package io.millrace.kafka;

import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Finds the partitions of a source's topics and the offsets to start from; checks that restored positions still mean what
 * they meant.
 *
 * <p>One call at a time, by threads that may block.
 */
final class KafkaSplitEnumerator implements SplitEnumerator {

    /** A broker that was just restarted may not know all topics yet; beyond that they are missing for good. */
    private static final Duration MISSING_PATIENCE = Duration.ofSeconds(10);

    private static final Comparator<KafkaPosition> BY_PARTITION = Comparator.comparing(
                    (KafkaPosition position) -> position.partition().topic())
            .thenComparing(position -> position.partition().partition());

    private final ClientSettings client;
    private final SourceSettings settings;
    private final ClusterAdmin admin;
    private final GroupOffsets groupOffsets;

    KafkaSplitEnumerator(
            ClientSettings client, SourceSettings settings, ClusterAdmin admin, GroupOffsets groupOffsets) {
        this.client = client;
        this.settings = settings;
        this.admin = admin;
        this.groupOffsets = groupOffsets;
    }

    @Override
    public void check() {
        ConsumerSettings.of(client, "check");
        admin.clusterId();
        TopicRights.explained(
                        admin, settings.topics(), AclOperation.READ, () -> requireAllTopics(ClusterAdmin.METADATA_LAG))
                .values()
                .forEach(topic -> TopicRights.require(admin, topic, AclOperation.READ));
    }

    @Override
    public List<SourceSplit> start() {
        Set<KafkaPosition> fresh = new HashSet<>();
        Map<TopicPartition, Uuid> partitions =
                partitionsOf(requireAllTopics(ClusterAdmin.METADATA_LAG).values());
        starts(settings.start(), partitions.keySet())
                .forEach((partition, start) -> fresh.add(new KafkaPosition(
                        partition,
                        partitions.getOrDefault(partition, Uuid.ZERO_UUID),
                        start.offset(),
                        KafkaPosition.epoch(start.leaderEpoch()),
                        OptionalLong.empty())));
        return toSplits(withEnds(fresh));
    }

    @Override
    public List<SourceSplit> resume(List<SourceSplit> restored) {
        Map<TopicPartition, KafkaPosition> known = new LinkedHashMap<>();
        restored.forEach(split -> {
            KafkaPosition position = KafkaPosition.of(split);
            known.put(position.partition(), position);
        });
        Set<String> knownTopics = topicsOf(known.keySet());
        requireStillNamed(knownTopics);
        Map<TopicPartition, Uuid> partitions =
                partitionsOf(describeRestored(knownTopics, known).values());
        requireReadable(known, partitions);

        Set<TopicPartition> added = new HashSet<>(partitions.keySet());
        added.removeAll(known.keySet());
        if (settings.bounded()) { // what was added to a topic since the first start lies behind its end
            added.removeIf(partition -> knownTopics.contains(partition.topic()));
        }
        Set<KafkaPosition> all = new HashSet<>(known.values());
        starts(StartPosition.EARLIEST, added)
                .forEach((partition, start) -> all.add(new KafkaPosition(
                        partition,
                        partitions.getOrDefault(partition, Uuid.ZERO_UUID),
                        start.offset(),
                        KafkaPosition.epoch(start.leaderEpoch()),
                        OptionalLong.empty())));
        return toSplits(withEnds(all));
    }

    @Override
    public void committed(List<SourceSplit> positions) {
        groupOffsets.publish(positions.stream().map(KafkaPosition::of).toList());
    }

    @Override
    public void close() {
        admin.close();
    }

    private Map<String, TopicDescription> requireAllTopics(Duration patience) {
        Map<String, TopicDescription> found = admin.topics(settings.topics(), patience);
        if (found.size() < settings.topics().size()) {
            throw MissingTopics.toRead(admin.bootstrapServers(), settings.topics(), found.keySet());
        }
        found.forEach((name, topic) -> {
            if (topic.topicId().equals(Uuid.ZERO_UUID)) {
                throw new StartRefusedException("The brokers at " + admin.bootstrapServers()
                        + " give topic '" + name + "' no id, by which it could be told from one that is created later"
                        + " under the same name: they are older than Kafka 3.0. Use newer brokers");
            }
        });
        return found;
    }

    private void requireStillNamed(Set<String> knownTopics) {
        Set<String> dropped = new TreeSet<>(knownTopics);
        dropped.removeAll(settings.topics());
        if (!dropped.isEmpty()) {
            throw new StartRefusedException("The checkpoint holds positions in topics " + dropped
                    + ", but the source reads only " + settings.topics()
                    + ". Let it read them again, or give the source another uid to begin anew");
        }
    }

    /** Topics of restored positions must be there still; topics that were added to the source must be there too. */
    private Map<String, TopicDescription> describeRestored(
            Set<String> knownTopics, Map<TopicPartition, KafkaPosition> known) {
        Map<String, TopicDescription> found = admin.topics(settings.topics(), MISSING_PATIENCE);
        Set<String> gone = new TreeSet<>(knownTopics);
        gone.removeAll(found.keySet());
        if (!gone.isEmpty()) {
            throw new DamagedException("The checkpoint holds positions in topics " + gone + ", which Kafka at "
                    + admin.bootstrapServers() + " does not have any more, such as "
                    + known.values().stream()
                            .filter(position ->
                                    gone.contains(position.partition().topic()))
                            .findFirst()
                            .orElseThrow()
                    + ". Were they deleted, or is this another cluster? The source cannot go on without loss");
        }
        if (found.size() < settings.topics().size()) {
            throw MissingTopics.toRead(admin.bootstrapServers(), settings.topics(), found.keySet());
        }
        return found;
    }

    private void requireReadable(Map<TopicPartition, KafkaPosition> known, Map<TopicPartition, Uuid> partitions) {
        if (known.isEmpty()) {
            return;
        }
        known.values().forEach(position -> RestoredPositions.requireSameTopic(position, partitions));
        Map<TopicPartition, ListOffsetsResultInfo> earliest =
                admin.offsets(known.keySet(), OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> ends =
                admin.offsets(known.keySet(), OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
        known.forEach((partition, position) ->
                RestoredPositions.requireInLog(position, offset(earliest, partition), offset(ends, partition)));
    }

    private Map<TopicPartition, ListOffsetsResultInfo> starts(StartPosition start, Set<TopicPartition> partitions) {
        if (partitions.isEmpty()) {
            return Map.of();
        }
        return switch (start) {
            case EARLIEST -> admin.offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_COMMITTED);
            case LATEST -> admin.offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
        };
    }

    /** Gives a bounded source's positions an end where they have none, and takes it from those of an unbounded one. */
    private Set<KafkaPosition> withEnds(Set<KafkaPosition> positions) {
        Set<TopicPartition> open = new HashSet<>();
        positions.stream()
                .filter(position -> settings.bounded() && position.end().isEmpty())
                .forEach(position -> open.add(position.partition()));
        Map<TopicPartition, ListOffsetsResultInfo> ends = starts(StartPosition.LATEST, open);
        Set<KafkaPosition> all = new HashSet<>();
        positions.forEach(position -> {
            OptionalLong end = settings.bounded() ? position.end() : OptionalLong.empty();
            boolean ask = open.contains(position.partition());
            all.add(position.endingAt(ask ? OptionalLong.of(offset(ends, position.partition())) : end));
        });
        return all;
    }

    private static long offset(Map<TopicPartition, ListOffsetsResultInfo> offsets, TopicPartition partition) {
        ListOffsetsResultInfo info = offsets.get(partition);
        if (info == null) {
            throw new AttemptFailedException("Kafka gave no offset of " + partition);
        }
        return info.offset();
    }

    private static Map<TopicPartition, Uuid> partitionsOf(Collection<TopicDescription> topics) {
        Map<TopicPartition, Uuid> partitions = new LinkedHashMap<>();
        topics.forEach(topic -> topic.partitions()
                .forEach(each -> partitions.put(new TopicPartition(topic.name(), each.partition()), topic.topicId())));
        return partitions;
    }

    private static Set<String> topicsOf(Set<TopicPartition> partitions) {
        Set<String> topics = new TreeSet<>();
        partitions.forEach(partition -> topics.add(partition.topic()));
        return topics;
    }

    private static List<SourceSplit> toSplits(Set<KafkaPosition> positions) {
        List<KafkaPosition> sorted = new ArrayList<>(positions);
        sorted.sort(BY_PARTITION);
        return sorted.stream().map(KafkaPosition::toSplit).toList();
    }
}
