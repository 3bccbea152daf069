package io.millrace.state;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.spi.KeyedStateContext;

/**
 * One declared state of a store: its values, its handle and its format. Confined to its task.
 *
 * @param <V> type of the values
 */
final class HeapState<V> {

    private final StateSpec<?> spec;
    private final StateFormat<V> format;
    private final HeapTable<V> table;
    private final ValueState<V> handle;

    private HeapState(ValueStateSpec<V> spec, KeyedStateContext context, Captures captures, CurrentKey current) {
        this.spec = spec;
        this.format = StateFormat.of(context, spec.name(), spec.serde());
        this.table = new HeapTable<>(spec.serde(), context.keyGroups().count(), captures);
        this.handle = new HeapValueState<>(table, current);
    }

    static HeapState<?> of(StateSpec<?> spec, KeyedStateContext context, Captures captures, CurrentKey current) {
        if (spec instanceof ValueStateSpec<?> value) {
            return new HeapState<>(value, context, captures, current);
        }
        throw new IllegalArgumentException("The heap state backend does not know the kind of state of " + spec);
    }

    StateSpec<?> spec() {
        return spec;
    }

    StateFormat<V> format() {
        return format;
    }

    HeapTable<V> table() {
        return table;
    }

    Object handle() {
        return handle;
    }

    HeapCapture.CapturedState<V> capture() {
        return new HeapCapture.CapturedState<>(format, table.layers());
    }
}
