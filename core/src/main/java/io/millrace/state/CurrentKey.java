package io.millrace.state;

import io.millrace.api.MisuseException;
import org.jspecify.annotations.Nullable;

/**
 * The key that all handles of a store refer to. Confined to its task.
 */
final class CurrentKey {

    private @Nullable Object key;
    private int group;
    private long changes;

    /**
     * Sets the key.
     *
     * @param newGroup its key group, counted from the task's first
     */
    void set(Object newKey, int newGroup) {
        key = newKey;
        group = newGroup;
        changes++;
    }

    Object key() {
        if (key == null) {
            throw new MisuseException("State was used while no record was being processed: it belongs to a key");
        }
        return key;
    }

    int group() {
        return group;
    }

    /** Counts up whenever a cell that was found before may not be used any more. */
    long changes() {
        return changes;
    }

    /** Makes the handles look up their cells again. */
    void forgetCells() {
        changes++;
    }
}
