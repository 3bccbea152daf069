package io.millrace.integration.mutation;

import io.millrace.integration.simulation.Simulation;
import java.io.IOException;
import java.io.PrintStream;

/** Plays seeds, a line for each, with whatever classes come first on the class path. Ends when its parent does. */
final class SeedMain {

    private SeedMain() {}

    /** @param args the first seed, and how many */
    public static void main(String[] args) {
        PrintStream lines = System.out;
        System.setOut(System.err); // for whoever else prints
        endWithParent();
        SeedRange seeds = new SeedRange(Long.parseLong(args[0]), Integer.parseInt(args[1]));
        for (long seed = seeds.from(); seed < seeds.end(); seed++) {
            lines.println(play(seed).toLine());
            lines.flush();
        }
        System.exit(0); // whatever threads a mutation left behind
    }

    /** What the virtual machine itself throws says nothing about the engine, and ends this program. */
    private static SeedReport play(long seed) {
        try {
            Simulation.run(seed);
            return SeedReport.held(seed);
        } catch (Exception | AssertionError violation) {
            return SeedReport.found(seed, violation.toString());
        }
    }

    private static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // the parent writes nothing
                        }
                    } catch (IOException expectedWhenParentDied) {
                        // ends as well
                    }
                    Runtime.getRuntime().halt(1);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
