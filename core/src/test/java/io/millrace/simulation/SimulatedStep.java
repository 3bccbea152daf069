package io.millrace.simulation;

/**
 * Something that can happen next.
 *
 * @param name for people, and for the digest of the order
 * @param weight how likely it is drawn, compared with the others
 * @param action makes it happen
 */
record SimulatedStep(String name, int weight, Action action) {

    /** Makes a step happen. */
    @FunctionalInterface
    interface Action {

        /** Returns whether anything came of it that others may have waited for. */
        boolean run() throws Throwable;
    }
}
