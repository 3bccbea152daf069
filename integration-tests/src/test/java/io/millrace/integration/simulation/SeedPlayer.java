package io.millrace.integration.simulation;

/**
 * Plays seeds one after the other in a process of its own, and writes the steps of each to standard output. Exits with 1 at the first
 * violation, which it describes on standard error; ends also when nobody reads what it writes.
 */
final class SeedPlayer {

    private SeedPlayer() {}

    /** @param arguments the first seed, how many, and how far one is from the next */
    public static void main(String[] arguments) {
        long from = Long.parseLong(arguments[0]);
        long count = Long.parseLong(arguments[1]);
        long stride = Long.parseLong(arguments[2]);
        boolean good = true;
        for (long number = 0; good && number < count; number++) {
            good = play(from + number * stride);
        }
        System.exit(good ? 0 : 1);
    }

    private static boolean play(long seed) {
        try {
            System.out.println(Simulation.run(seed).steps());
            return !System.out.checkError();
        } catch (Throwable found) {
            System.err.println();
            System.err.println(found.getMessage());
            Throwable cause = found.getCause();
            (cause == null ? found : cause).printStackTrace(System.err);
            return false;
        }
    }
}
