package io.millrace.benchmarks;

import java.util.Locale;

/**
 * What a worker measured, in the one line that it prints.
 *
 * @param words updates that it wrote
 * @param nanos from its first record to the end of its last commit
 */
record Measured(long words, long nanos) {

    private static final String MARK = "measured";

    static void print(long words, long nanos) {
        System.out.println(MARK + " " + words + " " + nanos);
    }

    static boolean isIn(String line) {
        return line.startsWith(MARK);
    }

    static Measured parse(String line) {
        String[] parts = line.split(" ", 3);
        return new Measured(Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    double perSecond() {
        return words * 1e9 / nanos;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%,.0f words/s", perSecond());
    }
}
