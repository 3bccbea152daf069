package io.millrace.operator;

/**
 * One step of a pipeline in one task.
 *
 * <p>Confined to its task.
 */
public interface Operator extends Receiver, AutoCloseable {

    /** Makes the operator ready for the first record, its state restored. May block. */
    void open() throws Exception;

    /** Closes what was opened, also after an {@link #open} that failed or was never called. */
    @Override
    void close() throws Exception;
}
