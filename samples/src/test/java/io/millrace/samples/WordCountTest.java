package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Config;
import io.millrace.api.Pipeline;
import io.millrace.api.StartRefusedException;
import io.millrace.api.step.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordCountTest {

    @ParameterizedTest
    @CsvSource({
        "'Down, down, down.', 'down,down,down'",
        "'  \"Curiouser!\" 3_x ', 'curiouser,3_x'",
        "'', ''",
        "' ,;— ', ''",
        "'it’s', 'it,s'",
        "'na\u00efve', 'na,ve'",
        // split first, then lower-case: the Kelvin sign and the dotted capital I are no letters of ASCII
        "'\u212aelvin \u0130stanbul', 'elvin,stanbul'"
    })
    void shouldSplitAndLowerCase(String line, String words) {
        assertThat(String.join(",", WordCount.words(line))).isEqualTo(words);
    }

    @Test
    void shouldGiveEachStepWithStateAStableUid() {
        // when
        Pipeline pipeline = Pipeline.named(
                "word-count",
                new WordCount(),
                new Config(Map.of(
                        "millrace.kafka.bootstrap.servers", "localhost:1", "input", "lines", "output", "counts")));

        // then: names in the snapshots of jobs that run already; a change makes them start without state
        assertThat(pipeline.steps())
                .filteredOn(step -> !(step instanceof Step.TransformStep))
                .extracting(Step::name)
                .containsExactly("lines", "counts", "out");
    }

    @Test
    void shouldNameTheSettingWhenOneIsMissing() {
        assertThatThrownBy(() -> Pipeline.named("word-count", new WordCount(), new Config(Map.of("input", "lines"))))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("millrace.kafka.bootstrap.servers");
    }
}
