package io.millrace.spi;

import io.millrace.element.DataRecord;
import java.util.concurrent.CompletionStage;

/**
 * Writes the records of one sink task. Between a barrier and the word that its checkpoint was committed (or given up),
 * a transactional writer holds what comes after the barrier, in order.
 *
 * <p>Confined to its task; the stage that {@link #prepare} returns may be completed by any thread.
 */
public interface SinkWriter<T> extends AutoCloseable {

    /** Whether {@link #write} may be called now; false exerts back-pressure. {@link SinkContext#wakeUp} tells of a change. */
    boolean hasRoom();

    /**
     * Whether the writer knows all that it needs for this record. If not, it finds out beside the task, and {@link
     * SinkContext#wakeUp} tells when it did; meanwhile nothing else is written, and no barrier passes.
     */
    default boolean isReadyFor(DataRecord element) {
        return true;
    }

    /**
     * Writes one record, or holds it. {@code element.value()} is a {@code T}. Does not block.
     *
     * @throws io.millrace.api.SerdeException if this one record cannot be written; nothing of it was sent, and the record
     *     error policy decides what follows
     * @throws Exception for everything else; the attempt ends
     */
    void write(DataRecord element) throws Exception;

    /**
     * Called at barrier n, before anything is captured. From here on the writer sends nothing that comes after.
     *
     * @return completed once everything before the barrier was acknowledged without error and can be committed
     */
    CompletionStage<Void> prepare(long checkpointId);

    /** The checkpoint was committed: what was held since its barrier may go out. */
    void committed(long checkpointId);

    /** The checkpoint was given up: what came before and after its barrier belongs to the next one. */
    void aborted(long checkpointId);

    /** Lets go of everything, without making anything visible; bounded in time. */
    @Override
    void close() throws Exception;
}
