package io.millrace.integration.mutation;

import java.util.Optional;

/**
 * What one seed came to, as a line that one JVM writes and another reads.
 *
 * @param seed the seed
 * @param found what was found to be wrong, in one line; empty if nothing was
 */
record SeedReport(long seed, Optional<String> found) {

    private static final String START = "@seed ";
    private static final String HELD = "held";
    private static final int LONGEST = 400;

    static SeedReport held(long seed) {
        return new SeedReport(seed, Optional.empty());
    }

    static SeedReport found(long seed, String what) {
        String line = what.strip().lines().findFirst().orElse("").strip();
        return new SeedReport(seed, Optional.of(line.substring(0, Math.min(line.length(), LONGEST))));
    }

    String toLine() {
        return START + seed + " " + found.map(what -> "found " + what).orElse(HELD);
    }

    /** Empty if the line is something else. */
    static Optional<SeedReport> parse(String line) {
        if (!line.startsWith(START)) {
            return Optional.empty();
        }
        String[] parts = line.substring(START.length()).split(" ", 3);
        long seed = Long.parseLong(parts[0]);
        return Optional.of(parts[1].equals(HELD) ? held(seed) : found(seed, parts.length < 3 ? "" : parts[2]));
    }
}
