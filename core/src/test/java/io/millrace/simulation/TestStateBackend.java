package io.millrace.simulation;

import io.millrace.api.Serde;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.SnapshotStore;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateCapture;
import io.millrace.spi.StateRef;
import io.millrace.state.KeyRouting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Keyed values as bytes in plain maps, the simplest thing that can be right. Counts the captures that are open, so that
 * a test sees when one is not closed.
 */
public final class TestStateBackend implements StateBackend {

    private final int keyGroups;
    private final AtomicInteger openCaptures = new AtomicInteger();

    /**
     * Creates a backend.
     *
     * @param keyGroups number of key groups of the job
     */
    public TestStateBackend(int keyGroups) {
        this.keyGroups = keyGroups;
    }

    /** How many captures were taken and not closed. */
    public int openCaptures() {
        return openCaptures.get();
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public KeyedStateStore open(KeyedStateContext context) {
        return new Store(context);
    }

    /** Reads what a capture stored. */
    public static <K, V> Map<K, V> read(StateRef ref, Serde<K> keys, Serde<V> values, SnapshotReader reader)
            throws IOException {
        Map<K, V> content = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(reader.read(ref.files().get(0)))) {
            for (int left = in.readInt(); left > 0; left--) {
                K key = keys.deserialize(in.readNBytes(in.readInt()));
                content.put(key, values.deserialize(in.readNBytes(in.readInt())));
            }
        }
        return content;
    }

    private final class Store implements KeyedStateStore {

        private final KeyedStateContext context;
        private final Serde<Object> keySerde;
        private final Map<String, Handle> handles = new LinkedHashMap<>();
        private @Nullable Object key;

        @SuppressWarnings("unchecked") // as the user declared it
        Store(KeyedStateContext context) {
            this.context = context;
            this.keySerde = (Serde<Object>) context.keySerde();
            context.states().forEach(spec -> handles.put(spec.name(), new Handle((Serde<Object>) spec.serde(), this)));
        }

        @Override
        public void setCurrentKey(Object newKey, int keyGroup) {
            key = newKey;
        }

        @Override
        @SuppressWarnings("unchecked") // there is only one kind of state
        public <S> S handle(StateSpec<S> spec) {
            return (S) handles.get(spec.name());
        }

        @Override
        public void restore(List<StateRef> refs, SnapshotReader reader) throws IOException {
            KeyRouting routing = KeyRouting.of(keySerde, keyGroups);
            for (StateRef ref : refs) {
                Handle handle = handles.get(ref.state());
                read(ref, keySerde, handle.serde, reader).forEach((stored, value) -> {
                    if (context.keyGroups().contains(routing.keyGroupOf(stored))) {
                        handle.values.put(stored, handle.serde.serialize(value));
                    }
                });
            }
        }

        @Override
        public StateCapture capture(long checkpointId) {
            Map<String, Map<Object, byte[]>> copies = new LinkedHashMap<>();
            handles.forEach((name, handle) -> copies.put(name, new LinkedHashMap<>(handle.values)));
            openCaptures.incrementAndGet();
            return new Capture(context, keySerde, copies);
        }

        @Override
        public void close() {
            // memory only
        }
    }

    private static final class Handle implements ValueState<Object> {

        private final Serde<Object> serde;
        private final Store store;
        private final Map<Object, byte[]> values = new LinkedHashMap<>();

        Handle(Serde<Object> serde, Store store) {
            this.serde = serde;
            this.store = store;
        }

        @Override
        public @Nullable Object value() {
            byte[] bytes = values.get(store.key);
            return bytes == null ? null : serde.deserialize(bytes);
        }

        @Override
        public void update(Object value) {
            values.put(store.key, serde.serialize(value));
        }

        @Override
        public void clear() {
            values.remove(store.key);
        }
    }

    private final class Capture implements StateCapture {

        private final KeyedStateContext context;
        private final Serde<Object> keySerde;
        private final Map<String, Map<Object, byte[]>> states;
        private boolean closed;

        Capture(KeyedStateContext context, Serde<Object> keySerde, Map<String, Map<Object, byte[]>> states) {
            this.context = context;
            this.keySerde = keySerde;
            this.states = states;
        }

        @Override
        public List<StateRef> store(SnapshotStore store) throws IOException {
            List<StateRef> refs = new ArrayList<>();
            for (Map.Entry<String, Map<Object, byte[]>> state : states.entrySet()) {
                var file = store.writeExclusive(context.uid() + "-" + context.subtask(), out -> {
                    DataOutputStream data = new DataOutputStream(out);
                    data.writeInt(state.getValue().size());
                    for (Map.Entry<Object, byte[]> entry : state.getValue().entrySet()) {
                        byte[] keyBytes = keySerde.serialize(entry.getKey());
                        data.writeInt(keyBytes.length);
                        data.write(keyBytes);
                        data.writeInt(entry.getValue().length);
                        data.write(entry.getValue());
                    }
                });
                refs.add(new StateRef(
                        state.getKey(), "test", context.keyGroups(), keySerde.fingerprint(), "test", List.of(file)));
            }
            return refs;
        }

        @Override
        public void close() {
            if (closed) {
                throw new IllegalStateException("Closed twice");
            }
            closed = true;
            openCaptures.decrementAndGet();
        }
    }
}
