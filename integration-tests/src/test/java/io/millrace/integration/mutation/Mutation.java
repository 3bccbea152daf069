package io.millrace.integration.mutation;

import java.util.List;
import java.util.Optional;

/**
 * A slip that somebody might make in production code.
 *
 * @param name short, also the name of a folder
 * @param slip what the code does instead of what it should
 * @param test a test without drawn events that fails as well, if there is one
 * @param edits where; several if what would notice it at once is left out too
 */
record Mutation(String name, String slip, Optional<LiteralTest> test, List<Edit> edits) {

    /** Nothing changed: the seeds must find nothing. */
    static final Mutation NONE = of("none", "nothing is changed");

    Mutation {
        edits = List.copyOf(edits);
    }

    static Mutation of(String name, String slip, Edit... edits) {
        return new Mutation(name, slip, Optional.empty(), List.of(edits));
    }

    /** The same, which a literal test shows as well. */
    Mutation shownBy(String type, String method) {
        return new Mutation(name, slip, Optional.of(new LiteralTest(type, method)), edits);
    }
}
