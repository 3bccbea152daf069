package io.millrace.integration.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simulation can fail: it notices slips in coordinator, recovery and sink by seeds that show nothing without them. */
class MutationsFoundTest {

    private static final int SEEDS = 12;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "published-before-durable",
                "announced-before-decided",
                "takeover-not-appended",
                "sent-behind-barrier"
            })
    void shouldBeNoticedByFewSeeds(String name) throws Exception {
        // given
        MutationResult result;

        // when
        try (MutationCompiler compiler = new MutationCompiler(SourceTree.here())) {
            result = MutatedRun.of(Mutations.named(name), new SeedRange(0, SEEDS), compiler, folder);
        }

        // then
        assertThat(result.trouble()).isEmpty();
        assertThat(result.findings()).isNotEmpty();
    }
}
