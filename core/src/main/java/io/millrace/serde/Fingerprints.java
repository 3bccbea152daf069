package io.millrace.serde;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads fingerprints of composed serdes: a name, then those of the parts in parentheses. */
final class Fingerprints {

    private Fingerprints() {}

    static String compose(String name, List<String> parts) {
        return name + '(' + String.join(",", parts) + ')';
    }

    /** Returns the parts of a fingerprint of the given name, or empty if it is of another name. */
    static Optional<List<String>> parts(String name, String fingerprint) {
        if (!fingerprint.startsWith(name + '(') || !fingerprint.endsWith(")")) {
            return Optional.empty();
        }
        return Optional.of(split(fingerprint.substring(name.length() + 1, fingerprint.length() - 1)));
    }

    /** Splits at the commas that are not within brackets. */
    private static List<String> split(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < list.length(); i++) {
            char c = list.charAt(i);
            if (c == '(' || c == '<') {
                depth++;
            } else if (c == ')' || c == '>') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(list.substring(start, i));
                start = i + 1;
            }
        }
        if (!list.isEmpty()) {
            parts.add(list.substring(start));
        }
        return parts;
    }
}
