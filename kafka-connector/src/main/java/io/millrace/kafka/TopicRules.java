package io.millrace.kafka;

import io.millrace.api.RecordRefusedException;
import io.millrace.element.Origin;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Which records one topic takes. Checked before a record is sent, because one that the client or a broker refuses would take
 * the whole transaction with it.
 *
 * <p>Immutable.
 *
 * @param topic the topic
 * @param partitions how many it has, at least
 * @param recordLimit the producer's
 * @param maxMessageBytes the topic's limit; empty if it could not be asked for
 * @param isCompacted whether it takes only records with a key
 * @param timestamps which timestamps it takes
 */
record TopicRules(
        String topic,
        int partitions,
        RecordLimit recordLimit,
        Optional<Integer> maxMessageBytes,
        boolean isCompacted,
        TimestampLimits timestamps) {

    /** What a batch and a record add to key, value and headers, at most. */
    private static final int OVERHEAD = 93;

    /** Two lengths, at most. */
    private static final int HEADER_OVERHEAD = 10;

    /** Bytes that a record takes when sent alone and uncompressed, at most. */
    static long sizeOf(ProducerRecord<byte[], byte[]> output) {
        long size = OVERHEAD + length(output.key()) + length(output.value());
        for (Header header : output.headers()) {
            size += HEADER_OVERHEAD + Utils.utf8Length(header.key()) + length(header.value());
        }
        return size;
    }

    private static long length(byte @Nullable [] part) {
        return part == null ? 0 : part.length;
    }

    /**
     * Checks a record.
     *
     * @param now milliseconds since the epoch
     * @throws RecordRefusedException if it must not be sent
     */
    void require(ProducerRecord<byte[], byte[]> output, @Nullable Origin origin, long now) {
        long size = sizeOf(output);
        if (size > recordLimit.bytes()) {
            throw tooLarge(size, recordLimit.bytes(), "the client setting " + recordLimit.setting(), origin);
        }
        if (maxMessageBytes.isPresent() && size > maxMessageBytes.get()) {
            throw tooLarge(size, maxMessageBytes.get(), "the topic's setting max.message.bytes", origin);
        }
        if (isCompacted && output.key() == null) {
            throw refused(
                    origin,
                    "has no key, but the topic is compacted, and brokers refuse such records there. Give each record a"
                            + " key, or change the topic's cleanup.policy");
        }
        if (output.timestamp() != null) {
            timestamps.problemOf(output.timestamp(), now).ifPresent(problem -> {
                throw refused(origin, problem);
            });
        }
    }

    /**
     * Checks a partition before a record is made for it.
     *
     * @throws RecordRefusedException if the topic does not have it
     */
    void requirePartition(@Nullable Integer partition, @Nullable Origin origin) {
        if (partition != null && (partition < 0 || partition >= partitions)) {
            throw refused(
                    origin,
                    "is for partition " + partition + ", but the topic has " + partitions
                            + ". Correct the function that chooses the partition, or enlarge the topic");
        }
    }

    private RecordRefusedException tooLarge(long size, int limit, String setting, @Nullable Origin origin) {
        return refused(
                origin,
                "takes " + size + " bytes uncompressed, but " + setting + " allows " + limit
                        + ". Raise the limit, or let the pipeline make smaller records");
    }

    private RecordRefusedException refused(@Nullable Origin origin, String problem) {
        return new RecordRefusedException("A record for topic '" + topic + "'"
                + (origin == null ? "" : ", made from " + origin.describe() + ",") + " " + problem
                + ". It was not sent");
    }
}
