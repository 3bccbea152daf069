package io.millrace.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/** The calls of a producer that the connector never makes. */
abstract class UnusedProducerCalls implements Producer<byte[], byte[]> {

    private static UnsupportedOperationException unused() {
        return new UnsupportedOperationException("The simulated producer does not have this call");
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
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
    public Uuid clientInstanceId(Duration timeout) {
        throw unused();
    }
}
