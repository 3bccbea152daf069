package io.millrace.kafka;

import java.time.Duration;
import java.util.Locale;

/** Writes durations the way people say them. */
final class Durations {

    private Durations() {}

    static String text(Duration duration) {
        long millis = duration.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        return millis % 1000 == 0 ? millis / 1000 + " s" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
