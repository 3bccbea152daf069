package io.millrace.kafka;

import io.millrace.api.SerdeException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Makes the records of a source from those of Kafka: topic, partition, offset, timestamp, headers, key and value.
 *
 * <p>Implementations are thread-safe: one object serves all tasks of the source.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface RecordDeserializer<T> {

    /**
     * Turns one record into what the pipeline works on.
     *
     * @param raw the record; its key and its value may be null
     * @return the value to process, null to deliver a record without value as such
     * @throws SerdeException if the record cannot be read; topic, partition and offset are added to the message
     */
    @Nullable
    T deserialize(ConsumerRecord<byte[], byte[]> raw);
}
