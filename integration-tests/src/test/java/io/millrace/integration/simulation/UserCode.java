package io.millrace.integration.simulation;

import java.util.Random;
import java.util.function.Consumer;

/** What all user functions of a simulated job call: one of the next calls throws, if that was asked for. Outlives processes. */
final class UserCode implements Runnable {

    private static final int LATEST_CALL = 50;

    /** No record's fault, so that no policy passes over the record. */
    private static final class BrokenError extends Error {

        private static final long serialVersionUID = 1L;

        BrokenError() {
            super("Simulated: a user function failed");
        }
    }

    private final Random random;
    private final boolean forOneRecord;
    private final Consumer<String> told;
    private int callsUntilFailure;

    /** @param forOneRecord whether what is thrown may be taken for the fault of one record */
    UserCode(Random random, boolean forOneRecord, Consumer<String> told) {
        this.random = random;
        this.forOneRecord = forOneRecord;
        this.told = told;
    }

    /** One of the next calls throws. */
    void failSoon() {
        callsUntilFailure = 1 + random.nextInt(LATEST_CALL);
    }

    void stopFailing() {
        callsUntilFailure = 0;
    }

    @Override
    public void run() {
        if (callsUntilFailure > 0 && --callsUntilFailure == 0) {
            told.accept("a user function throws");
            if (forOneRecord) {
                throw new IllegalStateException("Simulated: a user function failed");
            }
            throw new BrokenError();
        }
    }
}
