package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Serde;
import io.millrace.spi.FileRef;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads snapshots into maps, and checks that each key is there once and in its own key group. */
final class SnapshotFiles {

    private SnapshotFiles() {}

    static <K, V> Map<K, V> read(
            MemoryFiles files, List<StateRef> refs, String state, Serde<K> keys, Serde<V> values, KeyRouting routing)
            throws IOException {
        Map<K, V> map = new HashMap<>();
        for (StateRef ref : refs) {
            if (ref.state().equals(state)) {
                for (FileRef file : ref.files()) {
                    read(files.read(file), keys, values, routing, map);
                }
            }
        }
        return map;
    }

    private static <K, V> void read(InputStream in, Serde<K> keys, Serde<V> values, KeyRouting routing, Map<K, V> into)
            throws IOException {
        CanonicalReader reader = new CanonicalReader(in, "test");
        while (reader.nextKeyGroup()) {
            while (reader.nextEntry()) {
                K key = keys.deserialize(reader.key());
                assertThat(routing.keyGroupOf(key)).isEqualTo(reader.keyGroup());
                assertThat(into.put(key, values.deserialize(reader.value())))
                        .as("first entry of %s", key)
                        .isNull();
            }
        }
    }
}
