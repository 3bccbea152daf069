package io.millrace.state;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keys and their cells, by key group. A layer that a capture holds gets no keys and loses none, so that other threads can
 * read it.
 *
 * <p>Changed by the task only.
 *
 * @param <V> type of the values
 */
final class Layer<V> {

    private final int since;
    private final @Nullable Map<Object, Cell<V>>[] groups;

    /**
     * Creates an empty layer.
     *
     * @param since the version in which it is made; captures of this version and later ones hold it
     * @param groups number of key groups
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    Layer(int since, int groups) {
        this.since = since;
        this.groups = new Map[groups];
    }

    int since() {
        return since;
    }

    @Nullable
    Cell<V> get(int group, Object key) {
        Map<Object, Cell<V>> cells = groups[group];
        return cells == null ? null : cells.get(key);
    }

    /** Returns the cells of a key group; not to be changed. */
    Map<Object, Cell<V>> group(int group) {
        Map<Object, Cell<V>> cells = groups[group];
        return cells == null ? Map.of() : cells;
    }

    /** Adds a key, and returns the cell that it had before, which is an error. */
    @Nullable
    Cell<V> put(int group, Object key, Cell<V> cell) {
        Map<Object, Cell<V>> cells = groups[group];
        if (cells == null) {
            cells = new HashMap<>();
            groups[group] = cells;
        }
        return cells.put(key, cell);
    }

    boolean remove(int group, Object key) {
        Map<Object, Cell<V>> cells = groups[group];
        return cells != null && cells.remove(key) != null;
    }

    /** Takes over one key group of another layer, which shares no key with this one; returns how many keys were moved. */
    int absorb(int group, Layer<V> other) {
        Map<Object, Cell<V>> smaller = other.groups[group];
        if (smaller == null) {
            return 0;
        }
        other.groups[group] = null;
        Map<Object, Cell<V>> larger = groups[group];
        if (larger == null || larger.size() < smaller.size()) {
            groups[group] = smaller;
            Map<Object, Cell<V>> swapped = larger;
            larger = smaller;
            smaller = swapped == null ? Map.of() : swapped;
        }
        larger.putAll(smaller);
        return smaller.size();
    }

    /** Copies all keys of another layer, which shares none with this one. The cells themselves are shared from now on. */
    void copyFrom(Layer<V> other) {
        for (int group = 0; group < groups.length; group++) {
            for (Map.Entry<Object, Cell<V>> entry : other.group(group).entrySet()) {
                put(group, entry.getKey(), entry.getValue());
            }
        }
    }
}
