package io.millrace.testkit;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link CountCheck} found. Immutable.
 *
 * @param words how many different words the output holds
 * @param updates how many records the output holds
 * @param violation the first thing that is wrong, or null when each word was counted exactly once
 */
public record CountVerdict(
        long words, long updates, @Nullable String violation) {
    public boolean isExact() {
        return violation == null;
    }

    /** One sentence for people: the verdict and what it rests on. */
    @Override
    public String toString() {
        String basis = words + " words in " + updates + " updates: ";
        return basis
                + (isExact() ? "each counted from 1 to its total without hole or repeat" : "NOT exact: " + violation);
    }
}
