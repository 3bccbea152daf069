package io.millrace.integration.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
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
            result = MutatedRun.of(Mutations.named(name), new SeedRange(0, SEEDS), compiler, folder, List.of());
        }

        // then
        assertThat(result.trouble()).isEmpty();
        assertThat(result.findings()).isNotEmpty();
    }

    /** With one seed, which does not matter here. */
    @Test
    void shouldTellWhetherLiteralTestFailsAsWell() throws Exception {
        // given
        Mutation seen = Mutations.named("alignment-off");
        Mutation unseen = seen.shownBy("core/runtime/BarrierAlignerTest", "shouldCompleteAtOnceWhenOnlyOneChannel");
        try (MutationCompiler compiler = new MutationCompiler(SourceTree.here())) {

            // when
            MutationResult good = MutatedRun.of(seen, new SeedRange(0, 1), compiler, folder, List.of());
            MutationResult bad = MutatedRun.of(unseen, new SeedRange(0, 1), compiler, folder, List.of());

            // then
            assertThat(good.trouble()).isEmpty();
            assertThat(bad.trouble())
                    .hasValueSatisfying(
                            what -> assertThat(what)
                                    .isEqualTo(
                                            "its literal test BarrierAlignerTest.shouldCompleteAtOnceWhenOnlyOneChannel passes all the same"));
        }
    }
}
