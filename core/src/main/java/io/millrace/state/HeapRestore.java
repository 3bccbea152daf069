package io.millrace.state;

import io.millrace.api.DamagedException;
import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import io.millrace.api.StartRefusedException;
import io.millrace.spi.FileRef;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Loads the key groups of one task from files that any tasks wrote. Everything is read and checked before the first record
 * is processed: a value that today's serde cannot read stops the start.
 *
 * <p>Confined to its task.
 */
final class HeapRestore {

    private final KeyedStateContext context;
    private final List<HeapState<?>> states;
    private final SnapshotReader files;

    HeapRestore(KeyedStateContext context, List<HeapState<?>> states, SnapshotReader files) {
        this.context = context;
        this.states = states;
        this.files = files;
    }

    void restore(List<StateRef> refs) throws IOException {
        for (StateRef ref : refs) {
            HeapState<?> state = stateOf(ref);
            if (ref.keyGroups().intersects(context.keyGroups())) {
                restore(ref, state);
            }
        }
    }

    private HeapState<?> stateOf(StateRef ref) {
        for (HeapState<?> state : states) {
            if (state.spec().name().equals(ref.state())) {
                return state;
            }
        }
        List<String> declared =
                states.stream().map(state -> state.spec().name()).toList();
        throw refused(
                ref, "the operator declares only " + declared + ". Declare the state again, even if it is not used");
    }

    private <V> void restore(StateRef ref, HeapState<V> state) throws IOException {
        StateFormat<V> format = state.format();
        if (!ref.format().equals(CanonicalWriter.FORMAT)) {
            throw refused(
                    ref,
                    "it is in the format " + ref.format() + ", and the heap backend reads " + CanonicalWriter.FORMAT
                            + ". Use the state backend that the job had");
        }
        String keySerde = format.keySerde().fingerprint();
        if (!ref.keySerde().equals(keySerde)) {
            throw refused(
                    ref,
                    "its keys were written by " + ref.keySerde() + ", and the pipeline reads " + keySerde
                            + ". Give keyBy its former key type and Serde");
        }
        Serde<V> values = format.valueSerde()
                .readerFor(ref.valueSerde())
                .orElseThrow(() -> refused(
                        ref,
                        "its values were written by " + ref.valueSerde() + ", and the pipeline's "
                                + format.valueSerde().fingerprint()
                                + " cannot read these. Give the state its former type and"
                                + " Serde, or use a new name for the new state"));
        for (FileRef file : ref.files()) {
            try (InputStream in = files.read(file)) {
                restore(ref, new CanonicalReader(in, file.path()), values, state.table(), file);
            }
        }
    }

    private <V> void restore(StateRef ref, CanonicalReader reader, Serde<V> values, HeapTable<V> table, FileRef file)
            throws IOException {
        requireSame(ref, reader.header(), file);
        KeyGroupRange own = context.keyGroups();
        while (reader.nextKeyGroup()) {
            int keyGroup = reader.keyGroup();
            if (!ref.keyGroups().contains(keyGroup)) {
                throw damaged(file, "it holds key group " + keyGroup + ", but should hold " + ref.keyGroups());
            }
            if (own.contains(keyGroup)) {
                restoreKeyGroup(ref, reader, values, table, file);
            }
        }
    }

    private <V> void restoreKeyGroup(
            StateRef ref, CanonicalReader reader, Serde<V> values, HeapTable<V> table, FileRef file)
            throws IOException {
        int group = reader.keyGroup() - context.keyGroups().first();
        while (reader.nextEntry()) {
            Object key;
            V value;
            try {
                key = keyOf(reader.key(), ref);
                value = values.deserialize(reader.value());
            } catch (SerdeException e) {
                throw refused(ref, "an entry cannot be read: " + e.getMessage(), e);
            }
            if (table.find(group, key) != null) {
                throw damaged(file, "it holds a key of key group " + reader.keyGroup() + " that was loaded already");
            }
            table.insert(group, key, value);
        }
    }

    /** A key whose bytes are not what they were would be looked for in another key group from now on. */
    @SuppressWarnings("unchecked") // keys come from the selector that the serde was given with
    private Object keyOf(byte[] bytes, StateRef ref) {
        Serde<Object> keys = (Serde<Object>) context.keySerde();
        Object key = keys.deserialize(bytes);
        if (!Arrays.equals(bytes, keys.serialize(key))) {
            throw refused(
                    ref,
                    "a key, " + key + ", is not written any more as it was, so its state could not be found. The"
                            + " type of a key cannot change: undo what was added to or removed from it");
        }
        return key;
    }

    private void requireSame(StateRef ref, CanonicalHeader header, FileRef file) {
        var expected = new CanonicalHeader(
                ref.state(), CanonicalHeader.VALUE, ref.keySerde(), ref.valueSerde(), KeyRouting.KEY_HASH_VERSION);
        if (header.keyHashVersion() != expected.keyHashVersion()) {
            throw refused(
                    ref,
                    "its keys were divided by version " + header.keyHashVersion() + " of the key hash, and this"
                            + " is version " + expected.keyHashVersion()
                            + ". Use the version of Millrace that wrote it");
        }
        if (!header.equals(expected)) {
            throw damaged(file, "the checkpoint means " + expected + ", but it holds " + header);
        }
    }

    private DamagedException damaged(FileRef file, String found) {
        return new DamagedException(
                "Cannot restore operator '" + context.uid() + "' from " + file.path() + ": " + found);
    }

    private StartRefusedException refused(StateRef ref, String reason) {
        return new StartRefusedException(message(ref, reason));
    }

    private StartRefusedException refused(StateRef ref, String reason, Throwable cause) {
        return new StartRefusedException(message(ref, reason), cause);
    }

    private String message(StateRef ref, String reason) {
        return "Cannot restore state '" + ref.state() + "' of operator '" + context.uid() + "': " + reason;
    }
}
