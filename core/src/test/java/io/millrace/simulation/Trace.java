package io.millrace.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What happened in a world: a digest of every step and of every line that somebody found worth noting, and the newest of both
 * to be read. The same seed gives the same digest.
 *
 * <p>Not thread-safe.
 */
final class Trace {

    private static final int REMEMBERED_STEPS = 60;
    private static final int REMEMBERED_LINES = 400;
    private static final int LONGEST_LINE = 240;
    private static final long PRIME = 0x100000001b3L;

    /** What the engine draws from elsewhere than the seed, only to be unique, and what is computed from it. */
    private static final Pattern UNIQUE =
            Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|sha256:[0-9a-f]{64}");

    private final Deque<String> lines = new ArrayDeque<>();
    private final String[] steps = new String[REMEMBERED_STEPS];
    private long count;
    private long digest = 0xcbf29ce484222325L;

    void step(String name) {
        steps[(int) (count % REMEMBERED_STEPS)] = name;
        count++;
        digest = (digest ^ name.hashCode()) * PRIME;
    }

    void note(long nanos, String who, String what) {
        String text = shortened(UNIQUE.matcher(what).replaceAll("*"));
        String line = String.format(Locale.ROOT, "%,11d us  %-12s %s", nanos / 1_000, who, text);
        digest = (digest ^ line.hashCode()) * PRIME;
        lines.addLast(line);
        if (lines.size() > REMEMBERED_LINES) {
            lines.removeFirst();
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_LINE ? text : text.substring(0, LONGEST_LINE) + "...";
    }

    long steps() {
        return count;
    }

    long digest() {
        return digest;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    String lastSteps() {
        StringBuilder text = new StringBuilder();
        for (long i = Math.max(0, count - REMEMBERED_STEPS); i < count; i++) {
            text.append(text.isEmpty() ? "" : " | ")
                    .append(i + 1)
                    .append(' ')
                    .append(steps[(int) (i % REMEMBERED_STEPS)]);
        }
        return text.toString();
    }
}
