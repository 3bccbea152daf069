package io.millrace.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Makes administrative calls to the simulated cluster. */
final class SimulatedAdmin implements AdminCalls {

    static final Node BROKER = new Node(0, "simulated", 9092);

    private final ClientHost host;
    private final SimulatedNetwork network;
    private final SimulatedBrokers brokers;
    private final CallBounds bounds;
    private final Duration bound;

    SimulatedAdmin(
            ClientHost host,
            SimulatedNetwork network,
            SimulatedBrokers brokers,
            Map<String, Object> settings,
            Duration bound) {
        this.host = host;
        this.network = network;
        this.brokers = brokers;
        this.bound = bound;
        int attempt = new AbstractConfig(AdminClientConfig.configDef(), settings, false)
                .getInt(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG);
        this.bounds = new CallBounds(Duration.ofMillis(attempt), bound);
    }

    private static final class Outcome<T> {
        private @Nullable Reply<T> reply;
    }

    private <T> T call(String what, Supplier<T> action) {
        Outcome<T> outcome = new Outcome<>();
        new SimulatedCall<>(
                        host,
                        network,
                        RequestKind.ADMIN,
                        bounds,
                        RequestHandler.of(action),
                        reply -> outcome.reply = reply)
                .start();
        host.await(what, bound.plusSeconds(1), () -> outcome.reply != null);
        if (outcome.reply == null) {
            throw new TimeoutException("no answer within " + bound);
        }
        return outcome.reply.get();
    }

    private void run(String what, Runnable action) {
        call(what, () -> {
            action.run();
            return true;
        });
    }

    @Override
    public String clusterId() {
        return call("clusterId", () -> "simulated-cluster");
    }

    @Override
    public List<String> brokers() {
        return call("brokers", () -> List.of(BROKER.idString()));
    }

    @Override
    public Map<String, TopicDescription> describeTopics(Collection<String> names) {
        List<String> asked = new ArrayList<>(names);
        return call("describeTopics", () -> {
            Map<String, TopicDescription> found = new LinkedHashMap<>();
            asked.forEach(name -> {
                SimulatedTopic topic = brokers.topics().get(name);
                if (topic != null) {
                    found.put(name, topic.describe(BROKER));
                }
            });
            return found;
        });
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> asked = new LinkedHashMap<>(which);
        return call("listOffsets", () -> {
            Map<TopicPartition, ListOffsetsResultInfo> found = new LinkedHashMap<>();
            asked.forEach((partition, spec) ->
                    found.put(partition, offset(brokers.partition(partition).log(), spec, isolation)));
            return found;
        });
    }

    /** Elections take no time that a question would notice. */
    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listAnsweredOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation, Duration patience) {
        return listOffsets(which, isolation);
    }

    @Override
    public Set<String> listTopics() {
        return call("listTopics", () -> Set.copyOf(brokers.topics().keySet()));
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> offsetsForTime(
            Set<TopicPartition> partitions, long timestampMillis) {
        return call("offsetsForTime", () -> {
            Map<TopicPartition, ListOffsetsResultInfo> found = new LinkedHashMap<>();
            partitions.forEach(
                    each -> found.put(each, offset(brokers.partition(each).log(), timestampMillis)));
            return found;
        });
    }

    private static ListOffsetsResultInfo offset(PartitionLog log, long timestampMillis) {
        return log.first(each -> each.timestamp() >= timestampMillis)
                .filter(found -> found.offset() < log.lastStableOffset())
                .map(found -> info(found.offset(), Optional.of(found.leaderEpoch())))
                .orElseGet(() -> info(-1, Optional.empty()));
    }

    private static ListOffsetsResultInfo offset(PartitionLog log, OffsetSpec spec, IsolationLevel isolation) {
        if (spec instanceof OffsetSpec.EarliestSpec) {
            return info(log.start(), epochAt(log, log.start()));
        }
        if (spec instanceof OffsetSpec.LatestSpec) {
            boolean committed = isolation == IsolationLevel.READ_COMMITTED;
            return info(committed ? log.lastStableOffset() : log.highWatermark(), Optional.of(log.leaderEpoch()));
        }
        throw new UnsupportedOperationException("The simulated cluster does not know " + spec);
    }

    private static Optional<Integer> epochAt(PartitionLog log, long offset) {
        return log.first(each -> each.offset() >= offset)
                .map(StoredRecord::leaderEpoch)
                .or(() -> Optional.of(log.leaderEpoch()));
    }

    private static ListOffsetsResultInfo info(long offset, Optional<Integer> epoch) {
        return new ListOffsetsResultInfo(offset, -1, epoch);
    }

    @Override
    public TransactionDescription describeTransaction(String transactionalId) {
        return call("describeTransaction", () -> brokers.coordinator().describe(transactionalId));
    }

    @Override
    public Config describeConfig(ConfigResource resource) {
        return call("describeConfig", () -> new Config(entries(resource)));
    }

    private List<ConfigEntry> entries(ConfigResource resource) {
        if (resource.type() == ConfigResource.Type.BROKER) {
            return List.of(new ConfigEntry(
                    "transaction.max.timeout.ms",
                    Long.toString(brokers.limits().maxTransactionTimeout().toMillis())));
        }
        List<ConfigEntry> entries = new ArrayList<>();
        brokers.topic(resource.name()).config().forEach((name, value) -> entries.add(new ConfigEntry(name, value)));
        return entries;
    }

    @Override
    public void createTopic(NewTopic topic) {
        int partitions = topic.numPartitions() < 0 ? 1 : topic.numPartitions();
        Map<String, String> config = topic.configs() == null ? Map.of() : Map.copyOf(topic.configs());
        run("createTopic", () -> brokers.create(topic.name(), partitions, config));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        return call("groupOffsets", () -> Map.copyOf(brokers.group(group)));
    }

    @Override
    public void alterGroupOffsets(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<TopicPartition, OffsetAndMetadata> published = new LinkedHashMap<>(offsets);
        run("alterGroupOffsets", () -> brokers.group(group).putAll(published));
    }

    @Override
    public void close() {}
}
