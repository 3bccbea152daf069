package io.millrace.api.state;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;

/**
 * Declares one value per key.
 *
 * @param name name of the state, unique within its operator
 * @param serde how values are written
 */
public record ValueStateSpec<V>(String name, Serde<V> serde) implements StateSpec<ValueState<V>> {

    public ValueStateSpec {
        requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("A state needs a name that is not blank; it is part of every snapshot");
        }
        if (serde == null) {
            throw new IllegalArgumentException("State '" + name + "' needs a Serde for its values: pass one of Serdes,"
                    + " such as Serdes.longs() or Serdes.json(MyType.class); Millrace never guesses one");
        }
    }
}
