package io.millrace.simulation;

import java.util.Random;

/** Says which calls of a storage fail, and how. */
@FunctionalInterface
public interface StorageFaults {

    StorageFaults NONE = (operation, path) -> Fault.NOTHING;

    /** What can be disturbed. */
    enum Operation {
        CREATE,
        WRITE,
        PUBLISH,
        OPEN,
        LENGTH,
        LIST,
        DELETE
    }

    /** How it is disturbed. */
    enum Fault {
        NOTHING,

        /** Takes time, now and then very long. */
        SLOW,

        /** Throws, and nothing was done; what was written of a file is left unfinished. */
        FAILS,

        /** Throws, although it was done. Not for calls that do nothing. */
        DONE_BUT_FAILS
    }

    Fault next(Operation operation, String path);

    /**
     * Disturbs one call in so many, drawn.
     *
     * @param slowOneIn 0 for none
     * @param failOneIn 0 for none
     */
    static StorageFaults drawn(Random random, int slowOneIn, int failOneIn) {
        return (operation, path) -> {
            if (failOneIn > 0 && random.nextInt(failOneIn) == 0) {
                boolean changes = operation == Operation.PUBLISH || operation == Operation.DELETE;
                return changes && random.nextBoolean() ? Fault.DONE_BUT_FAILS : Fault.FAILS;
            }
            return slowOneIn > 0 && random.nextInt(slowOneIn) == 0 ? Fault.SLOW : Fault.NOTHING;
        };
    }
}
