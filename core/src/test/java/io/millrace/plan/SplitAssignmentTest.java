package io.millrace.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.simulation.TestSource;
import io.millrace.spi.SourceSplit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who reads which split, from the start and later. */
class SplitAssignmentTest {

    private static List<SourceSplit> splits(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> TestSource.splitAt("split-" + i, 0))
                .toList();
    }

    /** R11 */
    @Test
    void shouldGiveEachSplitToOneTaskWhateverIsAddedLater() {
        for (int parallelism = 1; parallelism <= 8; parallelism++) {
            // given
            SplitAssignment assignment = SplitAssignment.of(splits(0, 3), parallelism);

            // when
            assignment.add(splits(3, 4));
            assignment.add(splits(4, 9));

            // then
            List<SourceSplit> all = IntStream.range(0, parallelism)
                    .boxed()
                    .flatMap(subtask -> assignment.of(subtask).stream())
                    .toList();
            assertThat(all).containsExactlyInAnyOrderElementsOf(splits(0, 9));
            int most = 8 / parallelism + 1;
            assertThat(IntStream.range(0, parallelism)
                            .map(subtask -> assignment.of(subtask).size()))
                    .allMatch(size -> size == most || size == most - 1);
        }
    }

    @Test
    void shouldLeaveSplitsWhereTheyAreWhenOthersAreAdded() {
        // given
        SplitAssignment assignment = SplitAssignment.of(splits(2, 5), 2);

        // when: they would come first if all were dealt anew
        List<List<SourceSplit>> added = assignment.add(splits(0, 2));

        // then
        assertThat(added).containsExactly(splits(1, 2), splits(0, 1));
        assertThat(assignment.of(0))
                .isEqualTo(Stream.of(2, 4, 1)
                        .flatMap(i -> splits(i, i + 1).stream())
                        .toList());
    }

    @Test
    void shouldRefuseSplitThatIsReadAlready() {
        SplitAssignment assignment = SplitAssignment.of(splits(0, 2), 2);
        assertThatThrownBy(() -> assignment.add(splits(1, 2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("split-1");
    }
}
