package io.millrace.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/** The admin client that a cluster shares with its users, and the questions that the cluster asks itself. Thread-safe. */
final class ClusterAdmin implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final int REQUEST_MILLIS = 5_000;
    private static final int CALL_MILLIS = 20_000;

    private final String bootstrapServers;
    private final IntPredicate isServing;
    private @Nullable Admin admin;
    private boolean closed;

    /** Nodes for which {@code isServing} is false are not waited for: they would not answer. */
    ClusterAdmin(String bootstrapServers, IntPredicate isServing) {
        this.bootstrapServers = bootstrapServers;
        this.isServing = isServing;
    }

    synchronized Admin admin() {
        if (closed) {
            throw new IllegalStateException("The cluster at " + bootstrapServers + " is closed");
        }
        if (admin == null) {
            admin = Admin.create(Map.of(
                    AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                    AdminClientConfig.CLIENT_ID_CONFIG, "millrace-testkit",
                    AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MILLIS,
                    AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, CALL_MILLIS,
                    AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200));
        }
        return admin;
    }

    void createTopic(String name, int partitions, Map<String, String> configs) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(configs);
        Await.answer(
                "create topic " + name, admin().createTopics(List.of(topic)).all());
        Await.until("topic " + name + " to be known to its brokers", BOUND, () -> isKnown(name, partitions));
    }

    void awaitBrokers(int count) {
        Await.until(count + " brokers at " + bootstrapServers, BOUND, () -> {
            Collection<Node> nodes = soon(admin().describeCluster().nodes());
            return nodes.size() == count;
        });
    }

    /** Returns when every replica of every topic, internal ones included, is in sync. */
    void awaitInSync() {
        Await.until("all replicas to be in sync", BOUND.multipliedBy(2), () -> {
            ListTopicsOptions withInternal = new ListTopicsOptions().listInternal(true);
            Set<String> names = soon(admin().listTopics(withInternal).names());
            return soon(admin().describeTopics(names).allTopicNames()).values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition ->
                            partition.isr().size() == partition.replicas().size());
        });
    }

    /** The broker that leads the partition, waiting for one that serves. */
    int leaderOf(TopicPartition partition) {
        int[] leader = new int[1];
        Await.until("a serving leader of " + partition, BOUND, () -> {
            List<TopicPartitionInfo> partitions = describe(partition.topic()).partitions();
            Node node = partitions.get(partition.partition()).leader();
            if (node == null || !isServing.test(node.id())) {
                return false;
            }
            leader[0] = node.id();
            return true;
        });
        return leader[0];
    }

    private boolean isKnown(String topic, int count) throws ExecutionException, TimeoutException, InterruptedException {
        List<TopicPartitionInfo> partitions = describe(topic).partitions();
        return partitions.size() == count && haveReplicas(topic, partitions) && haveLeaders(topic, partitions);
    }

    /** A broker makes the log of a replica after it has shown the topic to its clients, so the log proves both. */
    private boolean haveReplicas(String topic, List<TopicPartitionInfo> partitions)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<Integer, Set<TopicPartition>> expected = new HashMap<>();
        for (TopicPartitionInfo partition : partitions) {
            for (Node replica : partition.replicas()) {
                if (isServing.test(replica.id())) {
                    expected.computeIfAbsent(replica.id(), id -> new HashSet<>())
                            .add(new TopicPartition(topic, partition.partition()));
                }
            }
        }
        Map<Integer, Map<String, LogDirDescription>> found =
                soon(admin().describeLogDirs(expected.keySet()).allDescriptions());
        return expected.entrySet().stream()
                .allMatch(entry -> found.getOrDefault(entry.getKey(), Map.of()).values().stream()
                        .anyMatch(directory -> directory.replicaInfos().keySet().containsAll(entry.getValue())));
    }

    /** Only a leader that knows itself to be one answers this. */
    private boolean haveLeaders(String topic, List<TopicPartitionInfo> partitions)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        partitions.forEach(
                partition -> ends.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest()));
        return soon(admin().listOffsets(ends).all()).size() == ends.size();
    }

    private TopicDescription describe(String topic) throws ExecutionException, TimeoutException, InterruptedException {
        return soon(admin().describeTopics(List.of(topic))
                .topicNameValues()
                .values()
                .iterator()
                .next());
    }

    private static <T> T soon(KafkaFuture<T> future) throws ExecutionException, TimeoutException, InterruptedException {
        return future.get(CALL_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (admin != null) {
            admin.close(Duration.ofSeconds(5));
            admin = null;
        }
    }
}
