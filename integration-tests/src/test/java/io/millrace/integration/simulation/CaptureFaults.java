package io.millrace.integration.simulation;

import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Which captures of keyed state fail: as many as drawn, but never so many in a row that the job cannot get on. */
final class CaptureFaults implements BooleanSupplier {

    private static final int MOST_IN_ROW = 8;

    private final Random random;
    private final IntSupplier decided;
    private int oneIn;
    private int inRow;
    private int decidedAtLast;

    /** @param decided how many entries the commit log has */
    CaptureFaults(Random random, IntSupplier decided) {
        this.random = random;
        this.decided = decided;
    }

    /** From now on one capture in so many fails. */
    void oneIn(int captures) {
        oneIn = captures;
    }

    void stop() {
        oneIn = 0;
    }

    /** Whether the capture that is asked for fails. */
    @Override
    public boolean getAsBoolean() {
        if (oneIn == 0 || random.nextInt(oneIn) > 0) {
            return false;
        }
        int now = decided.getAsInt();
        inRow = now == decidedAtLast ? inRow + 1 : 1;
        decidedAtLast = now;
        return inRow <= MOST_IN_ROW;
    }
}
