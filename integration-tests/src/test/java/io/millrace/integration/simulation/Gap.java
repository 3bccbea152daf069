package io.millrace.integration.simulation;

import java.util.Random;

/**
 * What passes between two disturbances.
 *
 * @param commits checkpoints that are committed first, unless that takes very long
 * @param steps how many there are then
 */
record Gap(int commits, int steps) {

    /** Kills between commits show more than those before the first: there is something to lose, or to show twice. */
    private static final int MOST_COMMITS = 3;

    private static final int MOST_STEPS = 4_000;

    /** How the gaps of one seed are drawn. */
    record Lengths(int mostCommits, int mostSteps) {

        static Lengths draw(Random random) {
            return random.nextInt(3) > 0
                    ? new Lengths(0, 1 + random.nextInt(MOST_STEPS))
                    : new Lengths(1 + random.nextInt(MOST_COMMITS), 1 + random.nextInt(1 + random.nextInt(MOST_STEPS)));
        }

        Gap next(Random random) {
            return new Gap(random.nextInt(mostCommits + 1), random.nextInt(mostSteps));
        }
    }
}
