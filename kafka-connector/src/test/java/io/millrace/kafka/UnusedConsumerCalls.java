package io.millrace.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/** The calls of a consumer that the connector never makes, since it has no use for consumer groups and subscriptions. */
abstract class UnusedConsumerCalls implements Consumer<byte[], byte[]> {

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("The simulated consumer does not have this call");
    }

    @Override
    public Set<String> subscription() {
        throw unused();
    }

    @Override
    public void subscribe(Collection<String> topics) {
        throw unused();
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        throw unused();
    }

    @Override
    public void subscribe(Pattern pattern, ConsumerRebalanceListener listener) {
        throw unused();
    }

    @Override
    public void subscribe(Pattern pattern) {
        throw unused();
    }

    @Override
    public void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener listener) {
        throw unused();
    }

    @Override
    public void subscribe(SubscriptionPattern pattern) {
        throw unused();
    }

    @Override
    public void unsubscribe() {
        throw unused();
    }

    @Override
    public void commitSync() {
        throw unused();
    }

    @Override
    public void commitSync(Duration timeout) {
        throw unused();
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        throw unused();
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        throw unused();
    }

    @Override
    public void commitAsync() {
        throw unused();
    }

    @Override
    public void commitAsync(OffsetCommitCallback callback) {
        throw unused();
    }

    @Override
    public void commitAsync(Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
        throw unused();
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        throw unused();
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        throw unused();
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        throw unused();
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        throw unused();
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        throw unused();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        throw unused();
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        throw unused();
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        throw unused();
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
        throw unused();
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times, Duration timeout) {
        throw unused();
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        throw unused();
    }

    @Override
    public ConsumerGroupMetadata groupMetadata() {
        throw unused();
    }

    @Override
    public void enforceRebalance() {
        throw unused();
    }

    @Override
    public void enforceRebalance(String reason) {
        throw unused();
    }
}
