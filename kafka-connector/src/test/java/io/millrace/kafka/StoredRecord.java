package io.millrace.kafka;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * What one offset of a simulated partition holds. Immutable.
 *
 * @param leaderEpoch epoch of the leader that appended it
 * @param batch offset of the first record of its batch
 * @param writer who wrote it; for a marker the epoch is that after the transaction
 * @param sequence its number among the writer's records of one epoch
 */
record StoredRecord(
        long offset,
        int leaderEpoch,
        long timestamp,
        Kind kind,
        long batch,
        ProducerIdentity writer,
        int sequence,
        byte @Nullable [] key,
        byte @Nullable [] value,
        Headers headers) {

    enum Kind {

        /** A record that belongs to no transaction. */
        PLAIN,

        /** A record of a transaction. */
        TRANSACTIONAL,
        COMMIT,
        ABORT
    }

    static StoredRecord data(
            long offset,
            int leaderEpoch,
            long now,
            Kind kind,
            long batch,
            ProducerIdentity writer,
            int sequence,
            ProducerRecord<byte[], byte[]> from) {
        long timestamp = from.timestamp() == null ? now : from.timestamp();
        return new StoredRecord(
                offset,
                leaderEpoch,
                timestamp,
                kind,
                batch,
                writer,
                sequence,
                from.key(),
                from.value(),
                new RecordHeaders(from.headers()));
    }

    static StoredRecord marker(long offset, int leaderEpoch, long now, ProducerIdentity writer, boolean committed) {
        Kind kind = committed ? Kind.COMMIT : Kind.ABORT;
        return new StoredRecord(offset, leaderEpoch, now, kind, offset, writer, -1, null, null, new RecordHeaders());
    }

    boolean isData() {
        return kind == Kind.PLAIN || kind == Kind.TRANSACTIONAL;
    }

    ConsumerRecord<byte[], byte[]> toConsumerRecord(TopicPartition partition) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                new RecordHeaders(headers),
                java.util.Optional.of(leaderEpoch));
    }
}
