package io.millrace.api.state;

import io.millrace.api.Serde;

/**
 * Declares one piece of keyed state of an operator: its name, unique within the operator and part of every snapshot,
 * and how its values are written.
 *
 * <p>Immutable.
 *
 * @param <S> type of the handle that a function works with, such as {@link ValueState}
 */
public sealed interface StateSpec<S> permits ValueStateSpec {

    String name();

    Serde<?> serde();

    /** Declares one value per key. */
    static <V> ValueStateSpec<V> value(String name, Serde<V> serde) {
        return new ValueStateSpec<>(name, serde);
    }
}
