package io.millrace.state;

import io.millrace.api.MisuseException;
import io.millrace.api.Serde;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of one state, by key group and key.
 *
 * <p>Each key has one {@link Cell}, which keeps earlier values for captures, so most changes touch nothing else. As long as a
 * capture is outstanding, the layers that it holds are left as they are: new keys go to a layer above them, and a removed key
 * leaves an empty cell. Afterwards layers are merged and empty cells removed, a little at a time.
 *
 * <p>Confined to its task.
 *
 * @param <V> type of the values
 */
final class HeapTable<V> {

    /** So many layers may lie above the base; before there are more, they are copied into one, so that looking up a key stays cheap. */
    private static final int MOST_UPPER_LAYERS = 4;

    private record Removed(int group, Object key) {}

    private final Serde<V> serde;
    private final boolean copyOnAccess;
    private final int groups;
    private final Captures captures;
    private final Layer<V> base;
    private final List<Layer<V>> upper = new ArrayList<>();
    private final Leftovers<V> leftovers = new Leftovers<>();
    private final Set<Removed> removed = new LinkedHashSet<>();
    private int nextGroupToMerge;

    HeapTable(Serde<V> serde, int groups, Captures captures) {
        this.serde = serde;
        this.copyOnAccess = !serde.isImmutable();
        this.groups = groups;
        this.captures = captures;
        this.base = new Layer<>(captures.version(), groups);
    }

    /** Returns the cell of a key, or null; an empty cell is a removed key. */
    @Nullable
    Cell<V> find(int group, Object key) {
        Cell<V> cell = base.get(group, key);
        for (int i = 0; cell == null && i < upper.size(); i++) {
            cell = upper.get(i).get(group, key);
        }
        return cell;
    }

    /** Adds a key that has no cell, not even an empty one. */
    Cell<V> insert(int group, Object key, V value) {
        Cell<V> cell = new Cell<>(value, captures.version());
        Cell<V> before = layerForNewKeys().put(group, key, cell);
        if (before != null) {
            throw new MisuseException(
                    "The key " + key + " was not found in the state and yet is there: equals and hashCode"
                            + " of its class must give the same result, always");
        }
        return cell;
    }

    /** Returns the value, for user code to do with as it likes. */
    @Nullable
    V read(Cell<V> cell) {
        V value = cell.value();
        if (copyOnAccess && value != null && captures.hold(cell.version())) {
            // The object itself is the capture's alone from now on.
            value = serde.deserialize(serde.serialize(value));
            write(cell, value);
        }
        return value;
    }

    /** Writes a value, or null. */
    void write(Cell<V> cell, @Nullable V value) {
        if (captures.hold(cell.version())) {
            boolean keepEarlier = captures.oldest() < cell.version();
            cell.setAside(value, captures.version(), keepEarlier);
            leftovers.add(cell);
        } else {
            cell.overwrite(value);
        }
    }

    /** Removes a key; its cell may not be used any more. */
    void remove(int group, Object key, Cell<V> cell) {
        if (captures.isEmpty()) {
            dropCell(group, key);
        } else if (topIsHeld() || !upper.get(upper.size() - 1).remove(group, key)) {
            write(cell, null);
            removed.add(new Removed(group, key));
        }
    }

    /** Returns the layers as they are now, to be held by a capture that is about to be added. */
    List<Layer<V>> layers() {
        List<Layer<V>> layers = new ArrayList<>(upper);
        layers.add(0, base);
        return layers;
    }

    /**
     * Does some of the work that captures left behind.
     *
     * @param limit how much: cells to look at; of the merging of layers, one key group more
     * @return whether nothing is left that could be done now
     */
    boolean tidy(int limit) {
        int done = leftovers.forget(captures.oldest(), limit);
        if (!captures.isEmpty()) {
            return done < limit;
        }
        for (Iterator<Removed> keys = removed.iterator(); done < limit && keys.hasNext(); done++) {
            dropIfEmpty(keys.next());
            keys.remove();
        }
        while (done < limit && !upper.isEmpty()) {
            done += mergeNextGroup();
        }
        return done < limit;
    }

    private Layer<V> layerForNewKeys() {
        if (captures.isEmpty()) {
            return base;
        }
        if (topIsHeld()) {
            Layer<V> top = new Layer<>(captures.version(), groups);
            if (upper.size() == MOST_UPPER_LAYERS) {
                upper.forEach(top::copyFrom);
                upper.clear();
            }
            upper.add(top);
            nextGroupToMerge = 0; // the groups that were merged before may get keys again
        }
        return upper.get(upper.size() - 1);
    }

    /** Whether a capture holds the top layer, so that it must stay as it is. */
    private boolean topIsHeld() {
        int since = upper.isEmpty() ? base.since() : upper.get(upper.size() - 1).since();
        return captures.hold(since);
    }

    private int mergeNextGroup() {
        int moved = 1;
        for (Layer<V> layer : upper) {
            moved += base.absorb(nextGroupToMerge, layer);
        }
        nextGroupToMerge++;
        if (nextGroupToMerge == groups) {
            upper.clear();
            nextGroupToMerge = 0;
        }
        return moved;
    }

    private void dropIfEmpty(Removed key) {
        Cell<V> cell = find(key.group(), key.key());
        if (cell != null && cell.value() == null) {
            dropCell(key.group(), key.key());
        }
    }

    private void dropCell(int group, Object key) {
        for (int i = upper.size() - 1; i >= 0; i--) {
            if (upper.get(i).remove(group, key)) {
                return;
            }
        }
        base.remove(group, key);
    }
}
