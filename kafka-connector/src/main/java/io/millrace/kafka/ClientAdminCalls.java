package io.millrace.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes administrative calls with Kafka's own client. */
final class ClientAdminCalls implements AdminCalls {

    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);

    /** The client bounds its calls by itself; it gets a little longer. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Admin admin;
    private final Duration bound;

    /** @param bound how long the client lets a call take */
    ClientAdminCalls(Admin admin, Duration bound) {
        this.admin = admin;
        this.bound = bound;
    }

    @Override
    public String clusterId() {
        return get(admin.describeCluster().clusterId());
    }

    @Override
    public List<String> brokers() {
        return get(admin.describeCluster().nodes()).stream().map(Node::idString).toList();
    }

    @Override
    public Map<String, TopicDescription> describeTopics(Collection<String> names) {
        Map<String, TopicDescription> found = new HashMap<>();
        admin.describeTopics(
                        TopicCollection.ofTopicNames(names),
                        new DescribeTopicsOptions().includeAuthorizedOperations(true))
                .topicNameValues()
                .forEach((name, description) -> {
                    try {
                        found.put(name, get(description));
                    } catch (UnknownTopicOrPartitionException | InvalidTopicException leftOut) {
                        // says so by its absence
                    }
                });
        return found;
    }

    @Override
    public Set<String> listTopics() {
        return get(admin.listTopics().names());
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation) {
        return get(admin.listOffsets(which, new ListOffsetsOptions(isolation)).all());
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> listAnsweredOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation, Duration patience) {
        ListOffsetsOptions options = new ListOffsetsOptions(isolation);
        options.timeoutMs((int) patience.toMillis());
        ListOffsetsResult asked = admin.listOffsets(which, options);
        Map<TopicPartition, ListOffsetsResultInfo> answered = new HashMap<>();
        which.keySet().forEach(partition -> {
            try {
                answered.put(partition, get(asked.partitionResult(partition)));
            } catch (RetriableException leftOut) {
                // says so by its absence
            }
        });
        return answered;
    }

    @Override
    public Map<TopicPartition, ListOffsetsResultInfo> offsetsForTime(
            Set<TopicPartition> partitions, long timestampMillis) {
        Map<TopicPartition, OffsetSpec> which = new HashMap<>();
        partitions.forEach(partition -> which.put(partition, OffsetSpec.forTimestamp(timestampMillis)));
        return listOffsets(which, IsolationLevel.READ_COMMITTED);
    }

    @Override
    public TransactionDescription describeTransaction(String transactionalId) {
        return get(admin.describeTransactions(List.of(transactionalId)).description(transactionalId));
    }

    @Override
    public Config describeConfig(ConfigResource resource) {
        return get(admin.describeConfigs(List.of(resource)).all())
                .values()
                .iterator()
                .next();
    }

    @Override
    public void createTopic(NewTopic topic) {
        get(admin.createTopics(List.of(topic)).all());
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                new HashMap<>(get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()));
        offsets.values().removeIf(Objects::isNull); // partitions without an offset
        return offsets;
    }

    @Override
    public void alterGroupOffsets(String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        get(admin.alterConsumerGroupOffsets(group, offsets).all());
    }

    @Override
    public void close() {
        admin.close(CLOSE_BOUND);
    }

    private <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get(bound.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException told ? told : new KafkaException(e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException("no answer within " + Durations.text(bound), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e); // sets the flag again
        }
    }
}
