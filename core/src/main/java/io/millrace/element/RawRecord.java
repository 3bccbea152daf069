package io.millrace.element;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as it lies in its topic, before anything was read out of it.
 *
 * <p>Immutable as long as nobody writes into the arrays; they are shared and not copied.
 *
 * @param topic the topic
 * @param partition the partition, from 0
 * @param offset the offset in the partition
 * @param timestamp milliseconds since the epoch, or {@link DataRecord#NO_TIMESTAMP}
 * @param key bytes of the key; null if there is none
 * @param value bytes of the value; null for a tombstone
 * @param headers the headers in their order; a name may occur several times
 */
@SuppressWarnings("ArrayRecordComponent") // carried on as they are, never compared
public record RawRecord(
        String topic,
        int partition,
        long offset,
        long timestamp,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    public RawRecord {
        headers = List.copyOf(headers);
    }

    /**
     * One header.
     *
     * @param name its name
     * @param value its bytes; null if it has none
     */
    @SuppressWarnings("ArrayRecordComponent") // carried on as they are, never compared
    public record Header(String name, byte @Nullable [] value) {}
}
