package io.millrace.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({
        "300ms, PT0.3S",
        "1s, PT1S",
        "1.5s, PT1.5S",
        "2m, PT2M",
        "1h, PT1H",
        "0.001ms, PT0.000001S",
        "PT0.3S, PT0.3S",
        "' 5s ', PT5S"
    })
    void shouldReadADurationWhenWrittenAsPeopleDo(String text, Duration expected) {
        assertThat(converter.convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "300", "ms", "0ms", "0s", "-1s", "PT-1S", "1 s", "1d", "1e3s", "12345678901s", "soon"})
    void shouldRefuseWhenItIsNoPositiveDuration(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }
}
