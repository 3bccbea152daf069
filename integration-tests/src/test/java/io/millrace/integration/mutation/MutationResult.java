package io.millrace.integration.mutation;

import java.util.List;
import java.util.Optional;

/**
 * What the seeds came to with one mutation.
 *
 * @param mutation what was changed
 * @param seeds one report for each seed that was played
 * @param trouble why not all were played, if so: then nothing is shown
 */
record MutationResult(Mutation mutation, List<SeedReport> seeds, Optional<String> trouble) {

    MutationResult {
        seeds = List.copyOf(seeds);
    }

    List<SeedReport> findings() {
        return seeds.stream().filter(report -> report.found().isPresent()).toList();
    }

    /** Whether it came out as it must: found, or for {@link Mutation#NONE} not. */
    boolean isGood() {
        return trouble.isEmpty() && findings().isEmpty() == mutation.edits().isEmpty();
    }

    /** One line for people. */
    String summary() {
        return trouble.map(what -> "not played to the end: " + what).orElseGet(() -> {
            int count = findings().size();
            return "found by " + count + " of " + seeds.size()
                    + (count == 0
                            ? ""
                            : ", first " + findings().get(0).seed() + ": "
                                    + findings().get(0).found().orElse(""));
        });
    }
}
