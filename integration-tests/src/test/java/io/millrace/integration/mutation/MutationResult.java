package io.millrace.integration.mutation;

import java.util.List;
import java.util.Optional;

/**
 * What the seeds came to with one mutation.
 *
 * @param mutation what was changed
 * @param seeds one report for each seed that was played
 * @param trouble why not all were played, or what else went wrong, if so: then nothing is shown
 */
record MutationResult(Mutation mutation, List<SeedReport> seeds, Optional<String> trouble) {

    /** Found by fewer of many seeds than this, it must be shown by a literal test as well. */
    private static final int FEW = 5;

    private static final int MANY = 300;

    MutationResult {
        seeds = List.copyOf(seeds);
    }

    List<SeedReport> findings() {
        return seeds.stream().filter(report -> report.found().isPresent()).toList();
    }

    /** The same seeds, with something that went wrong beside them. */
    MutationResult but(String what) {
        return new MutationResult(
                mutation,
                seeds,
                Optional.of(trouble.map(before -> before + "; " + what).orElse(what)));
    }

    /** Whether it came out as it must: found, and by enough seeds or a literal test; for {@link Mutation#NONE} not found. */
    boolean isGood() {
        return trouble.isEmpty() && findings().isEmpty() == mutation.edits().isEmpty() && !lacksTest();
    }

    private boolean lacksTest() {
        return !mutation.edits().isEmpty()
                && mutation.test().isEmpty()
                && seeds.size() >= MANY
                && findings().size() < FEW;
    }

    /** One line for people. */
    String summary() {
        List<SeedReport> findings = findings();
        String count = "found by " + findings.size() + " of " + seeds.size() + " seeds";
        String first = findings.isEmpty()
                ? ""
                : "; first " + findings.get(0).seed() + ": "
                        + findings.get(0).found().orElse("");
        return (isGood() ? "" : "BAD, ")
                + trouble.map(what -> what + ", ").orElse("")
                + count
                + (lacksTest() ? ", which are few, and by no literal test" : "")
                + first;
    }
}
