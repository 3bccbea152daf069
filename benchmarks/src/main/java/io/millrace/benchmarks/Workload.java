package io.millrace.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The lines that all sides of a word count read, and how they are cut into words. */
final class Workload {

    private static final int WORDS_PER_LINE = 10;
    private static final Pattern BETWEEN_WORDS = Pattern.compile("\\W+");

    private Workload() {}

    /** Lines of words that are drawn from {@code vocabulary} different ones, each equally often. */
    static List<String> lines(int count, int vocabulary, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count).mapToObj(i -> line(random, vocabulary)).toList();
    }

    private static String line(SplittableRandom random, int vocabulary) {
        StringBuilder line = new StringBuilder();
        for (int word = 0; word < WORDS_PER_LINE; word++) {
            line.append(word == 0 ? "" : " ").append("Word").append(random.nextInt(vocabulary));
        }
        return line.toString();
    }

    static long words(long lines) {
        return lines * WORDS_PER_LINE;
    }

    static List<String> words(String line) {
        return BETWEEN_WORDS
                .splitAsStream(line)
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
    }
}
