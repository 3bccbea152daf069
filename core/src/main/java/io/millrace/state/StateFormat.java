package io.millrace.state;

import io.millrace.api.Serde;
import io.millrace.spi.FileRef;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.List;

/**
 * How the entries of one state are written. Immutable.
 *
 * @param uid uid of the operator
 * @param subtask index of the task
 * @param state name of the state
 * @param keySerde writes the keys
 * @param valueSerde writes the values
 * @param <V> type of the values
 */
record StateFormat<V>(String uid, int subtask, String state, Serde<Object> keySerde, Serde<V> valueSerde) {

    private static final byte[] NO_NAMESPACE = {};

    @SuppressWarnings("unchecked") // keys come from the selector that the serde was given with
    static <V> StateFormat<V> of(KeyedStateContext context, String state, Serde<V> valueSerde) {
        return new StateFormat<>(
                context.uid(), context.subtask(), state, (Serde<Object>) context.keySerde(), valueSerde);
    }

    CanonicalHeader header() {
        return new CanonicalHeader(
                state,
                CanonicalHeader.VALUE,
                keySerde.fingerprint(),
                valueSerde.fingerprint(),
                KeyRouting.KEY_HASH_VERSION);
    }

    StateRef ref(KeyGroupRange keyGroups, List<FileRef> files) {
        return new StateRef(
                state, CanonicalWriter.FORMAT, keyGroups, keySerde.fingerprint(), valueSerde.fingerprint(), files);
    }

    String fileName() {
        return uid + '-' + subtask + '-' + state;
    }

    void write(Object key, V value, CanonicalWriter writer) throws IOException {
        writer.writeEntry(keySerde.serialize(key), NO_NAMESPACE, valueSerde.serialize(value));
    }
}
