package io.millrace.integration.mutation;

import java.util.List;
import java.util.stream.Stream;

/** All mutations, from the path of a record up to recovery and Kafka. */
final class Mutations {

    static final List<Mutation> ALL = Stream.of(
                    TaskMutations.ALL, CheckpointMutations.ALL, RecoveryMutations.ALL, KafkaMutations.ALL)
            .flatMap(List::stream)
            .toList();

    private Mutations() {}

    static Mutation named(String name) {
        return ALL.stream()
                .filter(mutation -> mutation.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No mutation is called " + name));
    }
}
