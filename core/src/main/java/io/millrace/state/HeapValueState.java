package io.millrace.state;

import static java.util.Objects.requireNonNull;

import io.millrace.api.state.ValueState;
import org.jspecify.annotations.Nullable;

/** The handle of one state: remembers the current key's cell, so that reading and updating take one look-up together. */
final class HeapValueState<V> implements ValueState<V> {

    private final HeapTable<V> table;
    private final CurrentKey current;
    private @Nullable Cell<V> cell;
    private long found = -1;

    HeapValueState(HeapTable<V> table, CurrentKey current) {
        this.table = table;
        this.current = current;
    }

    @Override
    public @Nullable V value() {
        Cell<V> own = cell();
        return own == null ? null : table.read(own);
    }

    @Override
    public void update(V value) {
        requireNonNull(value, "A state cannot hold null; use clear() to remove its value");
        Cell<V> own = cell();
        if (own == null) {
            cell = table.insert(current.group(), current.key(), value);
        } else {
            table.write(own, value);
        }
    }

    @Override
    public void clear() {
        Cell<V> own = cell();
        if (own != null) {
            table.remove(current.group(), current.key(), own);
            current.forgetCells();
        }
    }

    private @Nullable Cell<V> cell() {
        if (found != current.changes()) {
            cell = table.find(current.group(), current.key());
            found = current.changes();
        }
        return cell;
    }
}
