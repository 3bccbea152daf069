package io.millrace.samples;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as people write them, {@code 300ms}, {@code 1.5s}, {@code 2m}, {@code 1h}, or as ISO 8601. Immutable. */
final class DurationConverter implements ITypeConverter<Duration> {

    private static final Pattern SHORT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
        Duration duration = parse(text.strip());
        if (duration.isZero() || duration.isNegative()) {
            throw new TypeConversionException("'" + text + "' is not longer than 0");
        }
        return duration;
    }

    private static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            double unitNanos = unit(matcher.group(2)).toNanos();
            return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unitNanos));
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a duration such as 300ms, 1s, 2m or PT0.3S");
        }
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            default -> throw new IllegalStateException("The pattern lets no unit '" + name + "' pass");
        };
    }
}
