package io.millrace.integration.mutation;

import java.util.List;

/**
 * A slip that somebody might make in production code.
 *
 * @param name short, also the name of a folder
 * @param slip what the code does instead of what it should
 * @param edits where; several if what would notice it at once is left out too
 */
record Mutation(String name, String slip, List<Edit> edits) {

    /** Nothing changed: the seeds must find nothing. */
    static final Mutation NONE = new Mutation("none", "nothing is changed", List.of());

    Mutation {
        edits = List.copyOf(edits);
    }

    static Mutation of(String name, String slip, Edit... edits) {
        return new Mutation(name, slip, List.of(edits));
    }
}
