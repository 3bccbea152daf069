package io.millrace.api;

import io.millrace.api.state.StateSpec;

/**
 * What a {@link KeyedProcessFunction} may use while it processes one record. The place where timers will be.
 *
 * <p>Confined to the call that it was handed to.
 */
public interface ProcessContext<K> {

    /** Key of the record. */
    K key();

    /** Event time of the record in milliseconds since the epoch; {@code Long.MIN_VALUE} if it has none. */
    long timestamp();

    /**
     * Returns the handle of a state that the function declared.
     *
     * @throws IllegalArgumentException if {@code spec} is not among {@link KeyedProcessFunction#states()}
     */
    <S> S state(StateSpec<S> spec);
}
