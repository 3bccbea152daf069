package io.millrace.element;

import org.jspecify.annotations.Nullable;

/**
 * One record of user data.
 *
 * @param value what the user's functions see; null only where a source delivers tombstones as such
 * @param timestamp event time in milliseconds since the epoch, or {@link #NO_TIMESTAMP}
 * @param origin where the record entered the pipeline, for error messages and dead letters; outputs inherit it from
 *     the record that caused them; null if unknown
 */
public record DataRecord(
        @Nullable Object value, long timestamp, @Nullable Origin origin) implements StreamElement {

    /** The timestamp of a record that has none. */
    public static final long NO_TIMESTAMP = Long.MIN_VALUE;

    @Override
    public void deliverTo(ElementHandler handler, int channel) throws Exception {
        handler.onRecord(this, channel);
    }
}
