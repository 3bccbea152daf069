package io.millrace.integration.simulation;

/** Thrown by a user's function that cannot process one item, each time. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private RefusedException(Item item) {
        super("Simulated: no function for " + item);
    }

    /** Returns the item if it is not refused. */
    static Item throwIf(boolean refused, Item item) {
        if (refused) {
            throw new RefusedException(item);
        }
        return item;
    }
}
