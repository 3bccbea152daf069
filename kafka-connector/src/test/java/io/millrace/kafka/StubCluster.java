package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;

/** A cluster that answers an enumerator's questions with what a test put into it. */
final class StubCluster implements KafkaClients, AdminCalls {

    /** What a partition holds. */
    private static final class Log {
        private long earliest;
        private long end;
        private long stable;
    }

    private final Map<String, Uuid> topics = new TreeMap<>();
    private final Map<TopicPartition, Log> logs = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> groupOffsets = new HashMap<>();
    private final ManualClock clock = new ManualClock();
    private long ids;
    private final Set<String> hidden = new TreeSet<>();
    private final Set<String> unreadable = new TreeSet<>();
    private final Set<TopicPartition> leaderless = new HashSet<>();
    private boolean offsetsUnavailable;
    private Runnable afterAnswer = () -> {};
    private Runnable afterTopics = () -> {};

    Kafka connection() {
        return Kafka.at("stub:1", this);
    }

    /** Creates a topic, again if there is one of the name; its logs are empty. */
    void create(String topic, int partitions) {
        delete(topic);
        topics.put(topic, new Uuid(7, ++ids));
        grow(topic, partitions);
    }

    void grow(String topic, int partitions) {
        IntStream.range(0, partitions)
                .forEach(partition -> logs.computeIfAbsent(new TopicPartition(topic, partition), each -> new Log()));
    }

    void delete(String topic) {
        topics.remove(topic);
        logs.keySet().removeIf(partition -> partition.topic().equals(topic));
    }

    /** Lets the brokers say that they do not know a topic, though it is there. */
    void hide(String topic) {
        hidden.add(topic);
    }

    void show(String topic) {
        hidden.remove(topic);
    }

    /** Says whether this user may read a topic, which it may see in any case. */
    void mayRead(String topic, boolean allowed) {
        if (allowed) {
            unreadable.remove(topic);
        } else {
            unreadable.add(topic);
        }
    }

    /** Says whether a partition has a leader. */
    void leads(String topic, int partition, boolean has) {
        if (has) {
            leaderless.remove(new TopicPartition(topic, partition));
        } else {
            leaderless.add(new TopicPartition(topic, partition));
        }
    }

    /** Says what a partition holds. */
    void log(String topic, int partition, long earliest, long stable, long end) {
        Log log = logs.get(new TopicPartition(topic, partition));
        log.earliest = earliest;
        log.stable = stable;
        log.end = end;
    }

    void committedInGroup(String topic, int partition, long offset) {
        groupOffsets.put(new TopicPartition(topic, partition), new OffsetAndMetadata(offset));
    }

    /** Lets nobody find out offsets. */
    void offsetsAvailable(boolean available) {
        offsetsUnavailable = !available;
    }

    /** Lets something happen after each answer about offsets. */
    void afterEachAnswer(Runnable happens) {
        afterAnswer = happens;
    }

    /** Lets something happen after the next answer about topics, before whoever asked sees it. */
    void afterNextTopics(Runnable happens) {
        afterTopics = happens;
    }

    Uuid id(String topic) {
        return topics.get(topic);
    }

    ManualClock time() {
        return clock;
    }

    @Override
    public String clusterId() {
        return "stub";
    }

    @Override
    public Set<String> listTopics() {
        return topics.keySet().stream().filter(topic -> !hidden.contains(topic)).collect(Collectors.toSet());
    }

    @Override
    public Map<String, TopicDescription> describeTopics(Collection<String> names) {
        Map<String, TopicDescription> found = new HashMap<>();
        names.stream()
                .filter(name -> topics.containsKey(name) && !hidden.contains(name))
                .forEach(name -> found.put(
                        name,
                        new TopicDescription(name, false, partitionsOf(name), operations(name), topics.get(name))));
        Runnable happens = afterTopics;
        afterTopics = () -> {};
        happens.run();
        return found;
    }

    private Set<AclOperation> operations(String topic) {
        return unreadable.contains(topic) ? Set.of(AclOperation.DESCRIBE) : Set.of();
    }

    private List<TopicPartitionInfo> partitionsOf(String topic) {
        return logs.keySet().stream()
                .filter(partition -> partition.topic().equals(topic))
                .map(partition -> new TopicPartitionInfo(partition.partition(), null, List.of(), List.of()))
                .toList();
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation) {
        if (offsetsUnavailable || which.keySet().stream().anyMatch(leaderless::contains)) {
            throw new TimeoutException("no leader");
        }
        Map<TopicPartition, ListOffsetsResultInfo> answers = new HashMap<>();
        which.forEach((partition, spec) -> answers.put(
                partition,
                new ListOffsetsResultInfo(offset(logs.get(partition), spec, isolation), -1, Optional.of(3))));
        afterAnswer.run();
        return answers;
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listAnsweredOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation, Duration patience) {
        Map<TopicPartition, OffsetSpec> led = new HashMap<>(which);
        led.keySet().removeAll(leaderless);
        return listOffsets(led, isolation);
    }

    private static long offset(Log log, OffsetSpec spec, IsolationLevel isolation) {
        long latest = isolation == IsolationLevel.READ_COMMITTED ? log.stable : log.end;
        if (spec instanceof OffsetSpec.EarliestSpec) {
            return log.earliest;
        }
        return latest;
    }

    /** A record's timestamp is its offset times a thousand. */
    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> offsetsForTime(
            Set<TopicPartition> partitions, long timestampMillis) {
        Map<TopicPartition, ListOffsetsResultInfo> answers = new HashMap<>();
        partitions.forEach(partition -> {
            Log log = logs.get(partition);
            long wanted = Math.max(log.earliest, timestampMillis / 1000);
            answers.put(partition, new ListOffsetsResultInfo(wanted < log.stable ? wanted : -1, -1, Optional.empty()));
        });
        afterAnswer.run();
        return answers;
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        return Map.copyOf(groupOffsets);
    }

    @Override
    public void alterGroupOffsets(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        groupOffsets.putAll(offsets);
    }

    @Override
    public void close() {
        // nothing is open
    }

    @Override
    public AdminCalls admin(Map<String, Object> config, Duration bound) {
        return this;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public List<String> brokers() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TransactionDescription describeTransaction(String transactionalId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Config describeConfig(ConfigResource resource) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createTopic(NewTopic topic) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Background background(String name) {
        throw new UnsupportedOperationException();
    }
}
