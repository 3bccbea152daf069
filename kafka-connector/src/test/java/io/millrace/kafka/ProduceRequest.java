package io.millrace.kafka;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A batch of a transaction for one partition. Immutable. */
record ProduceRequest(
        String transactionalId,
        ProducerIdentity writer,
        TopicPartition partition,
        int firstSequence,
        List<ProducerRecord<byte[], byte[]>> records) {}
