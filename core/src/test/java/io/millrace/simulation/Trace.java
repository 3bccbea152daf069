package io.millrace.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What happened in a world: a digest of every step and of every line that somebody found worth noting, and the newest of both
 * to be read. The same seed gives the same digest.
 *
 * <p>Not thread-safe.
 */
final class Trace {

    private static final int REMEMBERED_STEPS = 60;
    private static final int REMEMBERED_LINES = 400;
    private static final long PRIME = 0x100000001b3L;

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
        String line = String.format("%,11d us  %-12s %s", nanos / 1_000, who, what);
        digest = (digest ^ line.hashCode()) * PRIME;
        lines.addLast(line);
        if (lines.size() > REMEMBERED_LINES) {
            lines.removeFirst();
        }
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
