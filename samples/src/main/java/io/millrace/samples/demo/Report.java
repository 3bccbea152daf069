package io.millrace.samples.demo;

import static io.millrace.samples.demo.Console.number;

import io.millrace.testkit.CountVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of the demo. Immutable.
 *
 * @param counts the final count of each word, as read from the output
 * @param records how many records the input has
 * @param checkpoints how many checkpoints were reported as committed
 * @param kills how often the word count was killed
 * @param killsPlanned how often it was to be killed
 * @param discarded updates that were written but never became visible
 * @param verdict what the independent reader found
 */
record Report(
        Map<String, Long> counts,
        long records,
        int checkpoints,
        int kills,
        int killsPlanned,
        long discarded,
        CountVerdict verdict) {

    private static final int TOP = 10;

    Report {
        counts = Map.copyOf(counts);
    }

    boolean isGood() {
        return verdict.isExact() && kills == killsPlanned;
    }

    List<String> table() {
        List<String> rows = new ArrayList<>();
        rows.add("");
        topWords().forEach(word -> rows.add(row(word.getKey(), word.getValue())));
        rows.add("");
        rows.add(row("records read", records));
        rows.add(row("updates written, one per word", verdict.updates()));
        rows.add(row("updates written in vain, never visible", discarded));
        rows.add(row("checkpoints", checkpoints));
        rows.add(row("kills", kills));
        rows.add("");
        rows.add((isGood() ? "EXACTLY ONCE  " : "WRONG  ") + explanation());
        return rows;
    }

    private String explanation() {
        return verdict.isExact() && !isGood()
                ? "the counts are right, but only " + kills + " of " + killsPlanned + " kills came about"
                : verdict.toString();
    }

    private List<Map.Entry<String, Long>> topWords() {
        Comparator<Map.Entry<String, Long>> mostFirst = Map.Entry.comparingByValue(Comparator.reverseOrder());
        return counts.entrySet().stream()
                .sorted(mostFirst.thenComparing(Map.Entry.comparingByKey()))
                .limit(TOP)
                .toList();
    }

    private static String row(String name, long value) {
        return String.format(Locale.ROOT, "  %-40s %12s", name, number(value));
    }
}
