package io.millrace.kafka;

import io.millrace.spi.CommitLogContext;
import io.millrace.time.Clock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.jspecify.annotations.Nullable;

/** Clients of a cluster with topics that the test makes, one producer, and background work that the test runs. */
final class FixedTopics implements KafkaClients {

    final ManualClock clock = new ManualClock();
    final Queue<Runnable> background = new ArrayDeque<>();
    private final RecordingProducer producer;
    private final Map<String, Map<String, String>> topics = new TreeMap<>();
    private final Map<String, Integer> partitions = new TreeMap<>();
    private final Map<String, Long> seenFrom = new TreeMap<>();
    private final Set<String> hidden = new TreeSet<>();
    private final Set<String> closed = new TreeSet<>();
    private @Nullable KafkaException producerFailure;
    private int openAdmins;

    FixedTopics(RecordingProducer producer) {
        this.producer = producer;
    }

    FixedTopics add(String topic, int count, Map<String, String> settings) {
        partitions.put(topic, count);
        topics.put(topic, settings);
        return this;
    }

    void forbidSeeing(String topic) {
        hidden.add(topic);
    }

    void forbidWriting(String topic) {
        closed.add(topic);
    }

    /** Lets brokers know of a topic only after a while. */
    void seenFrom(String topic, Duration later) {
        seenFrom.put(topic, clock.nanos() + later.toNanos());
    }

    Connection connection() {
        return new Connection(ClientSettings.of("broker:9092"), this);
    }

    /** The commit log of job 'job' in a topic that the test has made. */
    KafkaCommitLog commitLog(String topic) {
        Connection named = connection().with(connection().settings().withCommitTopic(topic));
        Duration second = Duration.ofSeconds(1);
        return KafkaCommitLog.open(named, new CommitLogContext("job", second, second, failure -> {}));
    }

    TopicCatalog catalog() {
        return new TopicCatalog(
                ClusterAdmin.open(connection(), null),
                new RecordLimit(1000, "max.request.size"),
                Set.of("commits"),
                topic -> TopicLeaders.learn(producer, topic),
                background("topics"));
    }

    void runBackground() {
        while (!background.isEmpty()) {
            background.remove().run();
        }
    }

    /** Lets nobody make a producer. */
    void failProducers(KafkaException failure) {
        producerFailure = failure;
    }

    /** How many clients for administrative calls were made and not closed. */
    int openAdmins() {
        return openAdmins;
    }

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config) {
        if (producerFailure != null) {
            throw producerFailure;
        }
        return producer;
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AdminCalls admin(Map<String, Object> config, Duration bound) {
        openAdmins++;
        return (AdminCalls) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {AdminCalls.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "describeTopics" -> describe((Collection<?>) arguments[0]);
                    case "describeConfig" -> config(((ConfigResource) arguments[0]).name());
                    case "clusterId" -> "fixed";
                    case "brokers" -> List.of("0");
                    case "describeTransaction" -> throw new TransactionalIdNotFoundException("never used");
                    case "close" -> openAdmins--;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Map<String, TopicDescription> describe(Collection<?> names) {
        if (!Collections.disjoint(names, hidden)) {
            throw new TopicAuthorizationException(hidden);
        }
        Node broker = new Node(0, "broker", 9092);
        Map<String, TopicDescription> found = new HashMap<>();
        partitions.forEach((name, count) -> {
            if (names.contains(name) && clock.nanos() >= seenFrom.getOrDefault(name, 0L)) {
                found.put(
                        name,
                        new TopicDescription(
                                name,
                                false,
                                IntStream.range(0, count)
                                        .mapToObj(i ->
                                                new TopicPartitionInfo(i, broker, List.of(broker), List.of(broker)))
                                        .toList(),
                                closed.contains(name) ? Set.of(AclOperation.DESCRIBE) : Set.of()));
            }
        });
        return found;
    }

    private Config config(String topic) {
        return new Config(topics.getOrDefault(topic, Map.of()).entrySet().stream()
                .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
                .toList());
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Background background(String name) {
        return new Background() {

            @Override
            public void execute(Runnable action) {
                background.add(action);
            }

            @Override
            public void repeat(Duration pause, Runnable action) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {}
        };
    }
}
