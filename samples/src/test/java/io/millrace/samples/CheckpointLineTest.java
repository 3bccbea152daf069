package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.CheckpointReport;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointLineTest {

    @ParameterizedTest
    @CsvSource({"0, 0 bytes", "1023, 1023 bytes", "1536, 1.5 KiB", "1048576, 1.0 MiB", "5368709120, 5120.0 MiB"})
    void shouldNameIdRunDurationAndSizeWhenCommitted(long bytes, String size) {
        // given
        CheckpointReport report = new CheckpointReport(12, 3, true, Duration.ofMillis(18), bytes, null);

        // when
        String line = CheckpointLine.of("word-count", report);

        // then
        assertThat(line).isEqualTo("word-count: checkpoint 12 committed: run 3, 18 ms, " + size);
    }

    @Test
    void shouldBeFoundAgainWhenCommitted() {
        // given
        CheckpointReport report = new CheckpointReport(12, 3, true, Duration.ofMillis(18), 100, null);

        // when
        var parsed = CheckpointLine.parse("10:15:00.123 INFO  word-count - " + CheckpointLine.of("any: name", report));

        // then
        assertThat(parsed).contains(new CheckpointLine(12, 3));
    }

    @Test
    void shouldNotBeFoundWhenALineIsAboutSomethingElse() {
        String line =
                "10:15:00.123 WARN  CheckpointCoordinator - Job x, checkpoint 12-3: given up, the job goes on: why";

        assertThat(CheckpointLine.parse(line)).isEmpty();
    }
}
