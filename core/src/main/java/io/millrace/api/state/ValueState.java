package io.millrace.api.state;

import org.jspecify.annotations.Nullable;

/**
 * One value per key. Every call refers to the key of the record that is being processed.
 *
 * <p>A change counts only through {@link #update}: what is done to an object after it was read or written, without
 * updating, may or may not be part of a snapshot.
 *
 * <p>Confined to the task of its function.
 */
public interface ValueState<V> {

    /** Returns the current key's value, or null if it has none. */
    @Nullable
    V value();

    /** Sets the current key's value. */
    void update(V value);

    /** Removes the current key's value. */
    void clear();
}
