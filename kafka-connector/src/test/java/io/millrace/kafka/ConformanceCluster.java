package io.millrace.kafka;

import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A cluster that the conformance suite runs on, with what clients cannot do or the connector does not. */
interface ConformanceCluster extends AutoCloseable {

    String bootstrapServers();

    KafkaClients clients();

    void createTopic(String name, int partitions);

    void deleteTopic(String name);

    void growTopic(String name, int partitions);

    void deleteRecordsBefore(TopicPartition partition, long offset);

    /** Appends records without a transaction. */
    void append(TopicPartition partition, ProducerRecord<byte[], byte[]> record);

    Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group);

    /** Lets time pass until a condition holds; fails if it does not within half a minute. */
    void await(String what, BooleanSupplier until);

    @Override
    void close();
}
