package io.millrace.samples.demo;

/**
 * How the demo runs.
 *
 * @param kills how often to kill the word count
 * @param seconds how long the text is being written
 * @param verbose whether to show what the word count logs
 */
record DemoSettings(int kills, int seconds, boolean verbose) {

    static final String INPUT = "lines";
    static final String OUTPUT = "counts";
    static final int PARTITIONS = 4;

    /** Little enough for a small machine, so that the count keeps up with the text between two kills. */
    private static final int LINES_PER_SECOND = 1_500;

    long lines() {
        return (long) seconds * LINES_PER_SECOND;
    }
}
