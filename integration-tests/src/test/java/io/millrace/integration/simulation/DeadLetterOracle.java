package io.millrace.integration.simulation;

import io.millrace.integration.simulation.DrawnErrors.Refusals;
import io.millrace.integration.simulation.Outside.SeenDeadLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Compares the dead letters that readers of committed data have seen with what the steps fail on in an undisturbed run. */
final class DeadLetterOracle {

    private static final int SHOWN = 12;

    private final Map<String, Integer> expected = new TreeMap<>();
    private final List<String> named = new ArrayList<>();
    private final Outside outside;

    DeadLetterOracle(DrawnPipeline pipeline, Outside outside) {
        this.outside = outside;
        for (Refusals refusals : pipeline.deadLetters()) {
            named.add(refusals.operator());
            refusals.items()
                    .forEach(item -> add(
                            expected,
                            item,
                            refusals.operator(),
                            refusals.reason().name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void add(Map<String, Integer> counts, Item item, String operator, String reason) {
        counts.merge(
                item.origin() + "#" + item.index() + " in " + (operator.isEmpty() ? "some step" : operator) + ": "
                        + reason,
                1,
                Integer::sum);
    }

    /** At any time: no dead letter is seen that an undisturbed run does not make, and none too often. */
    void requireNothingWrong() {
        Map<String, Integer> tooMany = seen();
        expected.forEach((letter, count) ->
                tooMany.computeIfPresent(letter, (same, seen) -> seen > count ? Integer.valueOf(seen - count) : null));
        if (!tooMany.isEmpty()) {
            throw new Violation("Dead letters that should not be, or are too many: " + shown(tooMany));
        }
    }

    /** In the end: all are there. */
    void requireComplete() {
        Map<String, Integer> missing = new TreeMap<>(expected);
        seen().forEach((letter, seen) ->
                missing.computeIfPresent(letter, (same, count) -> count > seen ? Integer.valueOf(count - seen) : null));
        if (!missing.isEmpty()) {
            throw new Violation("Dead letters are missing: " + shown(missing));
        }
    }

    private Map<String, Integer> seen() {
        Map<String, Integer> counts = new TreeMap<>();
        for (SeenDeadLetter letter : outside.seenDeadLetters()) {
            String operator = named.contains(letter.operator()) ? letter.operator() : "";
            add(counts, letter.original(), operator, letter.reason());
        }
        return counts;
    }

    private static String shown(Map<String, Integer> letters) {
        List<String> texts = letters.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + " times)")
                .toList();
        return texts.size() <= SHOWN
                ? texts.toString()
                : texts.subList(0, SHOWN) + " and " + (texts.size() - SHOWN) + " more";
    }
}
