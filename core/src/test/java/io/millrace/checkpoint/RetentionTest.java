package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.manifest;
import static io.millrace.checkpoint.Samples.name;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static final long RUN = 3;

    @Test
    void shouldRetireAllButTheNewest() {
        Retention retention = new Retention(2, RUN, Optional.of(manifest(name(5, 2), name(4, 2))));
        assertThat(retention.existing()).containsExactly(name(4, 2), name(5, 2));
        assertThat(retention.retired()).isEmpty();

        retention.onCommitted(manifest(name(7, RUN)));

        assertThat(retention.retired()).containsExactly(name(4, 2));
        retention.onDeleted(List.of(name(4, 2)));
        assertThat(retention.retired()).isEmpty();
        assertThat(retention.existing()).containsExactly(name(5, 2), name(7, RUN));
    }

    @Test
    void shouldRetireNothingBeforeTheFirstCommitOfThisRun() {
        // given: retained more before, and nothing is committed yet
        Retention retention = new Retention(1, RUN, Optional.of(manifest(name(5, 2), name(3, 2), name(4, 2))));

        assertThat(retention.retired()).isEmpty();
        assertThat(retention.mayDeleteVoids()).isFalse();
        assertThat(retention.voidsAmong(List.of(name(6, 2)))).isEmpty();
    }

    @Test
    void shouldGoOnRetiringWhatCouldNotBeDeleted() {
        Retention retention = new Retention(1, RUN, Optional.of(manifest(name(5, 2))));
        retention.onCommitted(manifest(name(6, RUN)));
        retention.onCommitted(manifest(name(7, RUN)));

        assertThat(retention.retired()).containsExactly(name(5, 2), name(6, RUN));
        assertThat(retention.existing()).containsExactly(name(5, 2), name(6, RUN), name(7, RUN));
    }

    @Test
    void shouldTakeForVoidOnlyWhatLowerRunsNeverCommitted() {
        Retention retention = new Retention(2, RUN, Optional.of(manifest(name(5, 2), name(4, 1))));
        retention.onCommitted(manifest(name(8, RUN)));

        List<CheckpointName> found = List.of(
                name(3, 1), // left over
                name(4, 1), // committed
                name(5, 1), // the number of a committed one, but of another run
                name(5, 2), // committed
                name(6, 2), // prepared, never committed
                name(7, RUN), // this run's
                name(8, RUN), // this run's, committed
                name(9, RUN + 1)); // a successor's

        assertThat(retention.voidsAmong(found)).containsExactly(name(3, 1), name(5, 1), name(6, 2));
    }

    @Test
    void shouldLookForVoidsOnceInARun() {
        Retention retention = new Retention(2, RUN, Optional.empty());
        retention.onCommitted(manifest(name(1, RUN)));
        assertThat(retention.mayDeleteVoids()).isTrue();

        retention.onVoidsDeleted();

        assertThat(retention.mayDeleteVoids()).isFalse();
        retention.onCommitted(manifest(name(2, RUN)));
        assertThat(retention.mayDeleteVoids()).isFalse();
    }

    @Test
    void shouldKnowTheFilesInUseByWhatIsKept() {
        Retention retention =
                new Retention(2, RUN, Optional.of(manifest(name(5, 2), List.of("shared/a", "shared/b"), name(4, 2))));
        retention.onCommitted(manifest(name(6, RUN), List.of("shared/b", "shared/c")));
        assertThat(retention.filesInUse()).containsExactlyInAnyOrder("shared/a", "shared/b", "shared/c");

        retention.onCommitted(manifest(name(7, RUN), List.of("shared/c")));

        assertThat(retention.filesInUse()).containsExactlyInAnyOrder("shared/b", "shared/c");
    }

    @Test
    void shouldAskForTheFilesOfKeptCheckpointsThatItHasNotSeen() {
        Retention retention = new Retention(3, RUN, Optional.of(manifest(name(5, 2), name(3, 1), name(4, 1))));
        retention.onCommitted(manifest(name(6, RUN)));
        assertThat(retention.retired()).containsExactly(name(3, 1));
        assertThat(retention.keptWithUnknownFiles()).containsExactly(name(4, 1));

        retention.learnFiles(Map.of(name(4, 1), Set.of("shared/x"), name(99, 1), Set.of("shared/y")));

        assertThat(retention.keptWithUnknownFiles()).isEmpty();
        assertThat(retention.filesInUse()).containsExactly("shared/x");
        assertThat(retention.existing()).doesNotContain(name(99, 1));
    }
}
