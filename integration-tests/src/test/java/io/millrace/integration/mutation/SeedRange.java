package io.millrace.integration.mutation;

/** Seeds that follow each other. */
record SeedRange(long from, int count) {

    long end() {
        return from + count;
    }

    /** Those from {@code seed} on. */
    SeedRange startingAt(long seed) {
        return new SeedRange(seed, (int) (end() - seed));
    }
}
