package io.millrace.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** Answers what tests want to know of a cluster: transactions, ends of partitions, the lag of a group. Thread-safe. */
public final class ClusterInspector {
    private static final Set<TransactionState> OPEN =
            Set.of(TransactionState.ONGOING, TransactionState.PREPARE_COMMIT, TransactionState.PREPARE_ABORT);

    private static final Comparator<TopicPartition> BY_NAME =
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition);

    private final Admin admin;

    /** Asks through the given client, which the caller keeps owning. */
    public ClusterInspector(Admin admin) {
        this.admin = admin;
    }

    /** All transactional ids that the brokers remember, in alphabetical order. */
    public Set<String> transactionalIds() {
        return listings().stream()
                .map(TransactionListing::transactionalId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those transactional ids that have a transaction which is open, or decided but not yet marked in all its partitions. */
    public Set<String> openTransactions() {
        return listings().stream()
                .filter(listing -> OPEN.contains(listing.state()))
                .map(TransactionListing::transactionalId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns when the id has no open transaction, so that readers see its last one, or see that it was aborted. */
    public void awaitNoOpenTransaction(String transactionalId, Duration bound) {
        Await.until("the end of the transaction of " + transactionalId, bound, () -> isSettled(transactionalId));
    }

    private boolean isSettled(String transactionalId)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            TransactionState state = admin.describeTransactions(List.of(transactionalId))
                    .description(transactionalId)
                    .get(10, TimeUnit.SECONDS)
                    .state();
            return !OPEN.contains(state);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TransactionalIdNotFoundException) {
                return true;
            }
            throw e;
        }
    }

    /** The offset up to which a {@code read_committed} reader can read each partition of a topic. */
    public Map<TopicPartition, Long> lastStableOffsets(String topic) {
        return ends(partitionsOf(topic), IsolationLevel.READ_COMMITTED);
    }

    /** The offset after the last replicated record of each partition of a topic, be it committed or not. */
    public Map<TopicPartition, Long> highWatermarks(String topic) {
        return ends(partitionsOf(topic), IsolationLevel.READ_UNCOMMITTED);
    }

    /** The offsets that a consumer group has committed. */
    public Map<TopicPartition, Long> committedOffsets(String group) {
        Map<TopicPartition, OffsetAndMetadata> committed = Await.answer(
                "list the offsets of group " + group,
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> offsets = new TreeMap<>(BY_NAME);
        committed.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** By how much the committed offsets of a group stay behind the end of each partition of a topic; no offset counts as 0. */
    public Map<TopicPartition, Long> lag(String group, String topic) {
        Map<TopicPartition, Long> committed = committedOffsets(group);
        Map<TopicPartition, Long> lag = highWatermarks(topic);
        lag.replaceAll((partition, end) -> end - committed.getOrDefault(partition, 0L));
        return lag;
    }

    private Collection<TransactionListing> listings() {
        return Await.answer("list transactions", admin.listTransactions().all());
    }

    private List<TopicPartition> partitionsOf(String topic) {
        KafkaFuture<TopicDescription> answer = admin.describeTopics(List.of(topic))
                .topicNameValues()
                .values()
                .iterator()
                .next();
        return Await.answer("describe topic " + topic, answer).partitions().stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResultInfo> found = Await.answer(
                "list the ends of " + partitions,
                admin.listOffsets(latest, new ListOffsetsOptions(isolation)).all());
        Map<TopicPartition, Long> ends = new TreeMap<>(BY_NAME);
        found.forEach((partition, info) -> ends.put(partition, info.offset()));
        return ends;
    }
}
