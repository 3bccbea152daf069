package io.millrace.samples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.CountVerdict;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReportTest {

    @Test
    void shouldShowTopWordsNumbersAndVerdictWhenAllIsWell() {
        // given
        Report report = report(3, 3, null);

        // when
        String table = String.join("\n", report.table());

        // then
        assertThat(report.isGood()).isTrue();
        assertThat(table.lines().map(line -> line.strip().replaceAll(" {2,}", " | ")))
                .containsSubsequence(
                        "the | 12,000",
                        "alice | 400",
                        "rabbit | 400",
                        "records read | 1,000",
                        "updates written, one per word | 12,800",
                        "updates written in vain, never visible | 77",
                        "checkpoints | 42",
                        "kills | 3");
        assertThat(table).contains("EXACTLY ONCE");
    }

    @Test
    void shouldNotBeGoodWhenACountIsWrong() {
        // given
        Report report = report(3, 3, "rabbit = 3 follows rabbit = 1: a hole");

        // when
        String table = String.join("\n", report.table());

        // then
        assertThat(report.isGood()).isFalse();
        assertThat(table).contains("WRONG", "a hole").doesNotContain("EXACTLY ONCE");
    }

    @Test
    void shouldNotBeGoodWhenTheKillsDidNotComeAbout() {
        // given: everything right, but nothing shown by it
        Report report = report(1, 3, null);

        // when
        String table = String.join("\n", report.table());

        // then
        assertThat(report.isGood()).isFalse();
        assertThat(table).contains("only 1 of 3 kills");
    }

    private static Report report(int kills, int planned, @Nullable String violation) {
        Map<String, Long> counts = Map.of("the", 12_000L, "rabbit", 400L, "alice", 400L);
        return new Report(counts, 1_000, 42, kills, planned, 77, new CountVerdict(3, 12_800, violation));
    }
}
