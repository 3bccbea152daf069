package io.millrace.checkpoint;

import static io.millrace.checkpoint.Samples.file;
import static io.millrace.checkpoint.Samples.name;
import static io.millrace.checkpoint.Samples.split;
import static io.millrace.checkpoint.Samples.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spi.StateRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PendingCheckpointTest {

    private static final TaskId LINES_0 = new TaskId("lines", 0);
    private static final TaskId LINES_1 = new TaskId("lines", 1);
    private static final TaskId COUNTS_0 = new TaskId("counts -> out", 0);
    private static final StateRef STATE = state(file("checkpoints/42-3/small-0.state", 0, 10));

    private final PendingCheckpoint pending = new PendingCheckpoint(name(42, 3), List.of(LINES_0, LINES_1, COUNTS_0));

    @Test
    void shouldBeCompleteWithTheLastAcknowledgement() {
        assertThat(pending.acknowledge(LINES_1, lines(1, 5))).isFalse();
        assertThat(pending.acknowledge(COUNTS_0, counts())).isFalse();
        assertThat(pending.acknowledge(LINES_0, lines(0, 7))).isTrue();
    }

    @Test
    void shouldIgnoreAnAcknowledgementThatComesAgain() {
        pending.acknowledge(LINES_0, lines(0, 7));
        pending.acknowledge(LINES_1, lines(1, 5));

        assertThat(pending.acknowledge(LINES_1, lines(1, 6))).isFalse();
        assertThat(pending.acknowledge(COUNTS_0, counts())).isTrue();
        assertThat(pending.acknowledge(COUNTS_0, counts())).isFalse();
    }

    @Test
    void shouldRefuseATaskThatIsNotOfThisAttempt() {
        assertThatThrownBy(() -> pending.acknowledge(new TaskId("other", 0), counts()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("42-3")
                .hasMessageContaining("other[0]");
    }

    @Test
    void shouldSayWhoIsMissing() {
        pending.acknowledge(LINES_0, lines(0, 7));

        assertThat(pending).hasToString("42-3, waiting for counts -> out[0], lines[1]");
    }

    @Test
    void shouldPutTogetherWhatTheTasksOfEachOperatorContributed() {
        pending.acknowledge(LINES_1, lines(1, 5));
        pending.acknowledge(COUNTS_0, counts());
        pending.acknowledge(LINES_0, lines(0, 7));

        assertThat(pending.assemble(Map.of("lines", 2, "counts", 1, "out", 1)))
                .containsExactly(
                        new OperatorState("counts", 1, List.of(STATE), List.of()),
                        new OperatorState("lines", 2, List.of(), List.of(split("lines-0", 7), split("lines-1", 5))),
                        new OperatorState("out", 1, List.of(), List.of()));
    }

    @Test
    void shouldRefuseWhenPartOfAnOperatorIsMissing() {
        pending.acknowledge(LINES_0, lines(0, 7));
        pending.acknowledge(COUNTS_0, counts());
        pending.acknowledge(LINES_1, new TaskSnapshot(List.of()));

        assertThatThrownBy(() -> pending.assemble(Map.of("lines", 2, "counts", 1, "out", 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(
                        "Expected checkpoint 42-3 to hold the state of 2 tasks of operator 'lines', but it"
                                + " holds that of 1");
    }

    @Test
    void shouldRefuseAnOperatorThatIsNotKnown() {
        pending.acknowledge(COUNTS_0, counts());

        assertThatThrownBy(() -> pending.assemble(Map.of("counts", 1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'out'");
    }

    private static TaskSnapshot lines(int partition, long offset) {
        return new TaskSnapshot(
                List.of(new OperatorSnapshot("lines", List.of(), List.of(split("lines-" + partition, offset)))));
    }

    private static TaskSnapshot counts() {
        return new TaskSnapshot(List.of(
                new OperatorSnapshot("counts", List.of(STATE), List.of()),
                new OperatorSnapshot("out", List.of(), List.of())));
    }
}
