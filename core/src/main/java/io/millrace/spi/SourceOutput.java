package io.millrace.spi;

import io.millrace.api.SerdeException;
import io.millrace.element.Origin;

/** Takes the records of a reader into its task. Confined to the call that it was handed to. */
public interface SourceOutput<T> {

    /** Whether a further record may be emitted now. */
    boolean hasRoom();

    /**
     * Emits one record; it is processed by the chained operators before the call returns.
     *
     * @param value the record
     * @param timestamp event time in milliseconds since the epoch, or {@code DataRecord.NO_TIMESTAMP}
     * @param origin where it came from
     */
    void emit(T value, long timestamp, Origin origin) throws Exception;

    /**
     * Says that one record could not be read. If this returns, the job goes on without it, and the reader moves on behind
     * it as if it had been emitted.
     *
     * @param error what was thrown when its bytes were read
     * @param timestamp as for {@link #emit}
     * @param origin where it is; one that has the raw record at hand
     */
    void failed(SerdeException error, long timestamp, Origin origin) throws Exception;
}
