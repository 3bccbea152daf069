package io.millrace.state;

import io.millrace.spi.KeyGroupRange;

/**
 * Divides the key groups of an operator among its tasks: each task holds consecutive ones, as evenly as possible. With
 * more tasks than key groups some tasks hold none.
 *
 * <p>Thread-safe: stateless.
 */
public final class KeyGroups {

    private KeyGroups() {}

    /** Returns the key groups that a task holds. */
    public static KeyGroupRange rangeOf(int subtask, int parallelism, int keyGroups) {
        requirePositive(parallelism, keyGroups);
        requireBelow("subtask", subtask, parallelism);
        int first = firstOf(subtask, parallelism, keyGroups);
        int firstOfNext = firstOf(subtask + 1, parallelism, keyGroups);
        return new KeyGroupRange(first, firstOfNext - 1);
    }

    /** Returns the index of the task that holds a key group. */
    public static int ownerOf(int keyGroup, int parallelism, int keyGroups) {
        requirePositive(parallelism, keyGroups);
        requireBelow("key group", keyGroup, keyGroups);
        return (int) ((long) keyGroup * parallelism / keyGroups);
    }

    /** The smallest key group whose owner is {@code subtask} or a later one: the owner's formula, turned round. */
    private static int firstOf(int subtask, int parallelism, int keyGroups) {
        return (int) (((long) subtask * keyGroups + parallelism - 1) / parallelism);
    }

    private static void requirePositive(int parallelism, int keyGroups) {
        if (parallelism < 1 || keyGroups < 1) {
            throw new IllegalArgumentException("Cannot divide " + keyGroups + " key groups among " + parallelism
                    + " tasks: both must be at least 1");
        }
    }

    private static void requireBelow(String what, int value, int limit) {
        if (value < 0 || value >= limit) {
            throw new IllegalArgumentException("There is no " + what + " " + value + " among " + limit);
        }
    }
}
