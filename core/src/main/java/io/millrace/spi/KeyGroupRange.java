package io.millrace.spi;

/**
 * Consecutive key groups.
 *
 * @param first the first, from 0
 * @param last the last, inclusive; {@code first - 1} for an empty range
 */
public record KeyGroupRange(int first, int last) {

    public KeyGroupRange {
        if (first < 0 || last < first - 1) {
            throw new IllegalArgumentException("Not a range of key groups: " + first + " to " + last);
        }
    }

    /** How many key groups there are. */
    public int count() {
        return last - first + 1;
    }

    public boolean contains(int keyGroup) {
        return first <= keyGroup && keyGroup <= last;
    }

    public boolean intersects(KeyGroupRange other) {
        return Math.max(first, other.first) <= Math.min(last, other.last);
    }
}
