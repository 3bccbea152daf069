package io.millrace.operator;

import static java.util.Objects.requireNonNull;

import io.millrace.api.MisuseException;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.spi.KeyedStateStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a function sees of the record that it processes: key, timestamp, and the state of the key. */
final class KeyContext implements ProcessContext<Object> {

    private final String uid;
    private final StateSpec<?>[] specs;
    private final Object[] handles;
    private @Nullable Object key;
    private long timestamp;

    KeyContext(String uid, KeyedStateStore store, List<StateSpec<?>> states) {
        this.uid = uid;
        this.specs = states.toArray(StateSpec<?>[]::new);
        this.handles = new Object[specs.length];
        for (int i = 0; i < specs.length; i++) {
            handles[i] = store.handle(specs[i]);
        }
    }

    void set(Object recordKey, long recordTimestamp) {
        key = recordKey;
        timestamp = recordTimestamp;
    }

    @Override
    public Object key() {
        return requireNonNull(key, "no record is being processed");
    }

    @Override
    public long timestamp() {
        return timestamp;
    }

    @Override
    @SuppressWarnings("unchecked") // a spec's own handle
    public <S> S state(StateSpec<S> spec) {
        for (int i = 0; i < specs.length; i++) { // a function has few states and names them by the same objects
            if (specs[i] == spec) {
                return (S) handles[i];
            }
        }
        for (int i = 0; i < specs.length; i++) {
            if (specs[i].equals(spec)) {
                return (S) handles[i];
            }
        }
        throw new MisuseException("Operator '" + uid + "' asked for the state '" + spec.name() + "', but declared only "
                + List.of(specs) + ": add it to what states() returns");
    }
}
