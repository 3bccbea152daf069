package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.metrics.MetricNames;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.OperatorMetrics;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import io.millrace.spi.SplitNews;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the partitions of a source's topics and the offsets to start from, also while the source is read; checks that
 * positions still mean what they meant. See docs/design/004-partition-discovery.md.
 */
final class KafkaSplitEnumerator implements SplitEnumerator {

    private static final Logger log = LoggerFactory.getLogger(KafkaSplitEnumerator.class);

    /** A broker that was just restarted may not know all topics yet; beyond that they are missing for good. */
    private static final Duration MISSING_PATIENCE = Duration.ofSeconds(10);

    private final ClientSettings client;
    private final SourceSettings settings;
    private final ClusterAdmin admin;
    private final PartitionOffsets offsets;
    private final GroupOffsets groupOffsets;
    private final String uid;
    private final OperatorMetrics metrics;
    private final LostRecords losses;
    private final OpenTransactionWatch transactions;
    private final KnownPartitions known = new KnownPartitions();
    private final RunningCheck running;
    private final ReadableTopics readable;

    /** What the last {@link #resume} went on without; counted once the source is really read. */
    private List<Loss> toCount = List.of();

    private Set<String> unreadable = Set.of();

    KafkaSplitEnumerator(
            ClientSettings client,
            SourceSettings settings,
            ClusterAdmin admin,
            GroupOffsets groupOffsets,
            OperatorContext operator) {
        this.client = client;
        this.settings = settings;
        this.admin = admin;
        this.offsets = new PartitionOffsets(admin);
        this.groupOffsets = groupOffsets;
        this.uid = operator.uid();
        this.metrics = operator.metrics();
        this.losses = new LostRecords(settings.lost(), operator.uid(), metrics);
        this.transactions = new OpenTransactionWatch(operator.health(), admin.clock(), admin.bootstrapServers());
        this.running = new RunningCheck(admin, offsets, known, losses, operator);
        this.readable = new ReadableTopics(admin, operator, settings.topics().isOpen() && settings.takesMore());
        metrics.gauge(MetricNames.SOURCE_SPLITS, () -> known.present().size());
        metrics.gauge(MetricNames.SOURCE_BLOCKED_SPLITS, transactions::blocked);
        metrics.gauge(
                MetricNames.SOURCE_LONGEST_BLOCKED,
                () -> transactions.longestBlocked().toMillis() / 1000.0);
    }

    // The start

    @Override
    public void check() {
        ConsumerSettings.of(client, "check");
        admin.clusterId();
        Map<String, TopicDescription> topics = TopicRights.explained(
                admin,
                settings.topics().names(),
                AclOperation.READ,
                () -> describe(Set.of(), ClusterAdmin.METADATA_LAG));
        settings.topics().requireIds(admin, topics); // what a missing one means depends on whether it has been read
        if (!settings.topics().isOpen()) { // of others it depends on whether they have been read
            topics.values().forEach(topic -> TopicRights.require(admin, topic, AclOperation.READ));
        }
    }

    @Override
    public List<SourceSplit> start() {
        Map<String, TopicDescription> found = describe(Set.of(), ClusterAdmin.METADATA_LAG);
        settings.topics().requireUsable(admin, found);
        Map<String, TopicDescription> topics = readable.among(found, Set.of());
        if (topics.isEmpty()) {
            noTopicYet();
        }
        Map<TopicPartition, Uuid> partitions = PartitionSets.ofTopics(topics.values());
        return begin(positions(settings.start().resolve(offsets, partitions.keySet()), partitions), List.of());
    }

    private void noTopicYet() {
        if (!settings.takesMore()) {
            throw new StartRefusedException("The source reads topics " + settings.topics() + ", but Kafka at "
                    + admin.bootstrapServers() + " has none, and it is not to look for further ones while it runs."
                    + " Check the pattern, or create a topic");
        }
        log.warn("Source {}: there is no topic {} yet; it waits for one", uid, settings.topics());
    }

    @Override
    public List<SourceSplit> resume(List<SourceSplit> restored) {
        Map<TopicPartition, KafkaPosition> before = new HashMap<>();
        restored.stream().map(KafkaPosition::of).forEach(position -> before.put(position.partition(), position));
        Set<String> knownTopics = PartitionSets.topicsOf(before.keySet());
        Set<String> presentTopics = PartitionSets.topicsOf(present(before.values()));
        RestoredSplits.requireSelected(presentTopics, settings.topics());
        Map<String, TopicDescription> topics = readable.among(describe(presentTopics, MISSING_PATIENCE), knownTopics);
        Map<TopicPartition, Uuid> partitions = PartitionSets.ofTopics(topics.values());
        RestoredSplits.Result left = new RestoredSplits(offsets, losses, admin.clock()).check(before, partitions);
        if (settings.lost() == LossPolicy.FAIL) {
            settings.topics().requireUsable(admin, topics);
        } else { // a topic that was given up once is in no checkpoint any more, and still no reason to refuse
            settings.topics().requireIds(admin, topics);
        }

        Set<TopicPartition> added =
                PartitionSets.without(partitions.keySet(), left.positions().keySet());
        if (settings.isBounded()) { // what was added since the first start lies behind its end
            added.removeIf(each -> settings.topics().isOpen() || knownTopics.contains(each.topic()));
        }
        List<KafkaPosition> all = new ArrayList<>(left.positions().values());
        all.addAll(positions(offsets.earliest(added), partitions));
        return begin(all, left.losses());
    }

    private List<SourceSplit> begin(Collection<KafkaPosition> positions, List<Loss> without) {
        List<KafkaPosition> all = withEnds(positions);
        known.reset(all);
        toCount = without;
        return toSplits(all);
    }

    private static Set<TopicPartition> present(Collection<KafkaPosition> positions) {
        return positions.stream()
                .filter(position -> !position.isMissing())
                .map(KafkaPosition::partition)
                .collect(Collectors.toSet());
    }

    /** Gives a bounded source's positions an end where they have none, and takes it from those of an unbounded one. */
    private List<KafkaPosition> withEnds(Collection<KafkaPosition> positions) {
        Set<TopicPartition> open = new HashSet<>();
        positions.stream()
                .filter(position -> position.end().isEmpty() && !position.isMissing())
                .forEach(position -> open.add(position.partition()));
        Map<TopicPartition, Long> ends = settings.end().resolve(offsets, open);
        return positions.stream()
                .map(position -> {
                    Long end = ends.get(position.partition());
                    OptionalLong kept = settings.isBounded() ? position.end() : OptionalLong.empty();
                    return position.endingAt(end == null ? kept : OptionalLong.of(end));
                })
                .toList();
    }

    // While the source is read

    @Override
    public Optional<Duration> discoveryInterval() {
        return Optional.of(settings.interval());
    }

    @Override
    public SplitNews discover() {
        toCount.forEach(losses::wentOn);
        toCount = List.of();
        running.requireSame(MISSING_PATIENCE);
        List<SourceSplit> added = settings.takesMore() ? takeMore() : List.of();
        lookForOpenTransactions();
        return new SplitNews(added, unreadable);
    }

    @Override
    public void verify() {
        running.requireSame(MISSING_PATIENCE);
    }

    private List<SourceSplit> takeMore() {
        Map<TopicPartition, Uuid> partitions = PartitionSets.ofTopics(
                readable.among(describe(Set.of(), Duration.ZERO), knownTopics()).values());
        Set<TopicPartition> added =
                PartitionSets.without(partitions.keySet(), known.starts().keySet());
        List<KafkaPosition> positions = positions(offsets.answeredEarliest(added), partitions);
        if (positions.size() < added.size()) { // of the others the next look asks again
            log.info(
                    "Source {}: {} of {} new partitions have no leader yet",
                    uid,
                    added.size() - positions.size(),
                    added);
        }
        known.add(positions);
        metrics.counter(MetricNames.SOURCE_DISCOVERED_SPLITS).increment(positions.size());
        return toSplits(positions);
    }

    private Set<String> knownTopics() {
        return PartitionSets.topicsOf(known.starts().keySet());
    }

    /** Throws nothing: what was found before it must be told, and the next look comes. */
    private void lookForOpenTransactions() {
        Set<TopicPartition> partitions = known.present();
        try {
            Map<TopicPartition, LogOffset> logEnds = offsets.answeredLogEnds(partitions); // before the others
            Map<TopicPartition, LogOffset> stable = new HashMap<>(offsets.answeredCommittedEnds(logEnds.keySet()));
            Set<TopicPartition> unanswered = PartitionSets.without(partitions, stable.keySet());
            stable.entrySet().removeIf(each -> endsBefore(each.getKey(), each.getValue()));
            unreadable = transactions.looked(logEnds, stable, unanswered).stream()
                    .map(TopicPartition::toString)
                    .collect(Collectors.toSet());
        } catch (AttemptFailedException e) {
            log.info("Source {}: could not look for open transactions: {}", uid, e.getMessage());
        }
    }

    private boolean endsBefore(TopicPartition partition, LogOffset stable) {
        KafkaPosition start = known.starts().get(partition);
        return start != null && start.end().isPresent() && start.end().getAsLong() <= stable.offset();
    }

    @Override
    public void committed(List<SourceSplit> positions) {
        groupOffsets.publish(positions.stream()
                .map(KafkaPosition::of)
                .filter(position -> !position.isMissing())
                .toList());
    }

    @Override
    public void close() {
        admin.close();
    }

    private Map<String, TopicDescription> describe(Set<String> knownTopics, Duration patience) {
        return settings.topics().describe(admin, knownTopics, patience);
    }

    private static List<KafkaPosition> positions(
            Map<TopicPartition, LogOffset> starts, Map<TopicPartition, Uuid> partitions) {
        List<KafkaPosition> positions = new ArrayList<>();
        starts.forEach((partition, start) -> positions.add(new KafkaPosition(
                partition,
                partitions.getOrDefault(partition, Uuid.ZERO_UUID),
                start.offset(),
                start.leaderEpoch(),
                OptionalLong.empty())));
        return positions;
    }

    private static List<SourceSplit> toSplits(List<KafkaPosition> positions) {
        return positions.stream()
                .sorted(Comparator.comparing(KafkaPosition::partition, PartitionSets.BY_NAME))
                .map(KafkaPosition::toSplit)
                .toList();
    }
}
