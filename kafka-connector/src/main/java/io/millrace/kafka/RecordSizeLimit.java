package io.millrace.kafka;

import io.millrace.api.RecordRefusedException;
import io.millrace.element.Origin;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How large a record of one topic may be. Checked before a record is sent, because one that the client or a broker refuses
 * would take the whole transaction with it.
 *
 * <p>Immutable.
 *
 * @param topic the topic
 * @param maxRequestSize the producer's limit
 * @param maxMessageBytes the topic's limit; empty if it could not be asked for
 */
record RecordSizeLimit(String topic, int maxRequestSize, OptionalInt maxMessageBytes) {

    /** What a batch and a record add to key and value, at most. */
    private static final int OVERHEAD = 93;

    /** Bytes that a record takes when sent alone and uncompressed, at most. */
    static long sizeOf(byte @Nullable [] key, byte @Nullable [] value) {
        return OVERHEAD + (long) (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }

    /**
     * @param size what {@link #sizeOf} says
     * @throws RecordRefusedException if the record must not be sent
     */
    void require(long size, @Nullable Origin origin) {
        if (size > maxRequestSize) {
            throw tooLarge(size, maxRequestSize, "the client setting max.request.size", origin);
        }
        if (maxMessageBytes.isPresent() && size > maxMessageBytes.getAsInt()) {
            throw tooLarge(size, maxMessageBytes.getAsInt(), "the topic's setting max.message.bytes", origin);
        }
    }

    private RecordRefusedException tooLarge(long size, int limit, String setting, @Nullable Origin origin) {
        return new RecordRefusedException("A record for topic '" + topic + "'"
                + (origin == null ? "" : ", made from " + origin.describe() + ",") + " takes " + size
                + " bytes uncompressed, but " + setting + " allows " + limit
                + ". It was not sent. Raise the limit, or let the pipeline make smaller records");
    }
}
