package io.millrace.api;

import io.millrace.api.state.StateSpec;
import java.util.List;

/**
 * Processes the records of a keyed stream one by one, with state per key.
 *
 * <p>Each task has an instance of its own, made by the supplier that was given to {@link KeyedStream#process}, so
 * fields are confined to that task. Fields are not part of a snapshot; only declared state is.
 *
 * @param <K> type of the keys
 * @param <I> type of the records
 * @param <O> type of the outputs
 */
public interface KeyedProcessFunction<K, I, O> extends AutoCloseable {

    /** Every state that the function uses. Asked when the pipeline is built, so that what does not fit is refused early. */
    default List<StateSpec<?>> states() {
        return List.of();
    }

    /** Called once, before the first record. */
    default void open() throws Exception {}

    /**
     * Processes one record.
     *
     * @param value the record
     * @param context its key, its timestamp, the state of its key
     * @param out takes the outputs
     */
    void process(I value, ProcessContext<K> context, Collector<O> out) throws Exception;

    /** Called once at the end of the task, however it ends. */
    @Override
    default void close() throws Exception {}
}
