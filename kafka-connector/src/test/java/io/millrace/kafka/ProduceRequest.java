package io.millrace.kafka;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A batch for one partition. Immutable.
 *
 * @param transactionalId null if it belongs to no transaction
 * @param writer {@link ProducerIdentity#NONE} if repetitions are not to be recognized
 * @param awaitsFollowers whether the answer waits until the followers have it
 */
record ProduceRequest(
        @Nullable String transactionalId,
        ProducerIdentity writer,
        TopicPartition partition,
        int firstSequence,
        List<ProducerRecord<byte[], byte[]>> records,
        boolean awaitsFollowers) {

    static ProduceRequest of(
            String transactionalId,
            ProducerIdentity writer,
            TopicPartition partition,
            int firstSequence,
            ProducerBatch batch) {
        return new ProduceRequest(
                transactionalId, writer, partition, firstSequence, List.copyOf(batch.records()), true);
    }
}
