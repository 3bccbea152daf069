package io.millrace.testkit;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Checks the output of a word count that writes every update: key = word, value = its count so far in decimal.
 *
 * <p>Exactly once means: the values of a word, in the order of the log, are 1, 2, 3 and so on without a hole or a repeat, up to
 * as many as there are. Records are added as they are read; the first violation is kept. Confined to one thread.
 */
public final class CountCheck {
    private static final Pattern NO_WORD = Pattern.compile("\\W+");

    private final Map<String, ConsumerRecord<String, String>> latest = new HashMap<>();
    private long updates;
    private @Nullable String violation;

    /** Checks records that were all read already against the expected counts. */
    public static CountVerdict check(Iterable<ConsumerRecord<String, String>> records, Map<String, Long> expected) {
        CountCheck check = new CountCheck();
        records.forEach(check::add);
        return check.verdict(expected);
    }

    /** The counts of the words of some lines: split at what is not a letter, digit or underscore of ASCII, in lower case. */
    public static Map<String, Long> countWords(Iterable<String> lines) {
        Map<String, Long> counts = new TreeMap<>();
        for (String line : lines) {
            for (String word : NO_WORD.split(line, -1)) {
                if (!word.isEmpty()) {
                    counts.merge(word.toLowerCase(Locale.ROOT), 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    /** Looks at the next record of the output. */
    public void add(ConsumerRecord<String, String> next) {
        updates++;
        if (violation == null) {
            violation = violationOf(next);
        }
        if (next.key() != null) {
            latest.put(next.key(), next);
        }
    }

    /** How many records were added so far. */
    public long updates() {
        return updates;
    }

    /** The latest count of every word so far. */
    public Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        latest.forEach((word, update) -> counts.put(word, countIn(update)));
        return counts;
    }

    /** Judges all records added so far, as the complete output for an input with the expected counts. */
    public CountVerdict verdict(Map<String, Long> expected) {
        String first = violation == null ? firstWrongTotal(expected) : violation;
        return new CountVerdict(latest.size(), updates, first);
    }

    private @Nullable String violationOf(ConsumerRecord<String, String> next) {
        long count = countIn(next);
        if (next.key() == null || count < 1) {
            return at(next) + " is not a word with a count";
        }
        ConsumerRecord<String, String> previous = latest.get(next.key());
        if (previous == null) {
            return count == 1
                    ? null
                    : at(next) + ", but no update of this word before: its counts up to " + (count - 1)
                            + " are missing";
        }
        long expected = countIn(previous) + 1;
        if (previous.partition() != next.partition() || !previous.topic().equals(next.topic())) {
            return at(next) + " follows " + at(previous) + ": the updates of one word are spread over partitions";
        }
        if (count < expected) {
            return at(next) + " follows " + at(previous) + ": repeated or out of order, expected " + expected;
        }
        return count == expected ? null : at(next) + " follows " + at(previous) + ": a hole, expected " + expected;
    }

    private @Nullable String firstWrongTotal(Map<String, Long> expected) {
        Map<String, Long> found = counts();
        for (Map.Entry<String, Long> entry : new TreeMap<>(expected).entrySet()) {
            long count = found.getOrDefault(entry.getKey(), 0L);
            if (count != entry.getValue()) {
                return entry.getKey() + " was counted to " + count + ", expected " + entry.getValue();
            }
        }
        return found.keySet().stream()
                .filter(word -> !expected.containsKey(word))
                .findFirst()
                .map(word -> word + " was counted to " + found.get(word) + ", but is not in the input")
                .orElse(null);
    }

    /** The count in a record, or 0 when it holds none. */
    private static long countIn(ConsumerRecord<String, String> update) {
        try {
            return update.value() == null ? 0 : Long.parseLong(update.value());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String at(ConsumerRecord<String, String> update) {
        return update.key() + " = " + update.value() + " (" + update.topic() + "-" + update.partition() + "@"
                + update.offset() + ")";
    }
}
