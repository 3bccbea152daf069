package io.millrace.integration.simulation;

/**
 * What flows through a drawn pipeline.
 *
 * @param key what it is counted and written under
 * @param origin what numbered it: a partition, or a counter
 * @param index its number there, rising
 * @param sum over all that was counted so far; 0 where that depends on the order
 */
record Item(String key, String origin, long index, long sum) {

    private static final String SEPARATOR = "|";

    static Item parse(String text) {
        String[] parts = text.split("\\|", -1);
        return new Item(parts[0], parts[1], Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    String text() {
        return key + SEPARATOR + origin + SEPARATOR + index + SEPARATOR + sum;
    }

    /** Tells items apart whose numbers do not depend on any order. */
    Item withoutSum() {
        return new Item(key, origin, index, 0);
    }

    Item withKey(String other) {
        return new Item(other, origin, index, sum);
    }

    Item withIndex(long other) {
        return new Item(key, origin, other, sum);
    }

    /** A number that hardly any other item has, the same in each run. */
    long fingerprint() {
        long hash = 31L * (31L * key.hashCode() + origin.hashCode()) + index;
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }
}
