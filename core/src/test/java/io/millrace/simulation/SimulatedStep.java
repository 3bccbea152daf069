package io.millrace.simulation;

/** Something that can happen next. */
interface SimulatedStep {

    /** Names it, for people and for the digest of the order. */
    String name();

    /** How likely it is drawn, compared with the others. */
    int weight();

    /** Makes it happen; returns whether anything came of it that others may have waited for. */
    boolean make();
}
