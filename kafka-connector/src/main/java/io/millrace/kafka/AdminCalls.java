package io.millrace.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The administrative calls that the connector makes, one method each. A call blocks until the brokers answered, bounded, and
 * throws Kafka's own exceptions; what they mean is for {@link ClusterAdmin} and its callers to say.
 *
 * <p>Thread-safe.
 */
interface AdminCalls extends AutoCloseable {

    String clusterId();

    /** The ids of the brokers that are there. */
    List<String> brokers();

    /** Describes those of the topics that exist, if possible with what this user may do to each. */
    Map<String, TopicDescription> describeTopics(Collection<String> names);

    /** The names of all topics but the internal ones. */
    Set<String> listTopics();

    Map<TopicPartition, ListOffsetsResultInfo> listOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation);

    /**
     * As {@link #listOffsets}, but without the partitions that no leader answers for within {@code patience}, in which all
     * that are asked have to answer.
     */
    Map<TopicPartition, ListOffsetsResultInfo> listAnsweredOffsets(
            Map<TopicPartition, OffsetSpec> which, IsolationLevel isolation, Duration patience);

    /** The first committed record of each partition that is not older; an offset of -1 says that there is none. */
    Map<TopicPartition, ListOffsetsResultInfo> offsetsForTime(Set<TopicPartition> partitions, long timestampMillis);

    /** @throws org.apache.kafka.common.errors.TransactionalIdNotFoundException if it is not known, or not any more */
    TransactionDescription describeTransaction(String transactionalId);

    Config describeConfig(ConfigResource resource);

    void createTopic(NewTopic topic);

    /** What a consumer group committed; empty if there is no such group. */
    Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group);

    void alterGroupOffsets(String group, Map<TopicPartition, OffsetAndMetadata> offsets);

    /** Ends the client within a bound. */
    @Override
    void close();
}
