package io.millrace.samples.demo;

import io.millrace.testkit.CountCheck;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The first pages of Lewis Carroll's "Alice's Adventures in Wonderland" (1865, in the public domain), again and again until
 * there are enough lines. Immutable.
 */
record DemoText(List<String> lines) {

    private static final String RESOURCE = "alice.txt";

    DemoText {
        lines = List.copyOf(lines);
    }

    static DemoText load(long lines) {
        List<String> page = page();
        List<String> all = new ArrayList<>();
        while (all.size() < lines) {
            all.addAll(page.subList(0, (int) Math.min(page.size(), lines - all.size())));
        }
        return new DemoText(all);
    }

    /** How often each word occurs, counted plainly. */
    Map<String, Long> counts() {
        return CountCheck.countWords(lines);
    }

    private static List<String> page() {
        try (InputStream in = DemoText.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new DemoException("The text " + RESOURCE + " is missing beside " + DemoText.class, List.of());
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read the text " + RESOURCE, e);
        }
    }
}
