package io.millrace.integration.mutation;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A piece of a source and what takes its place.
 *
 * @param folder of sources within the module
 * @param type the source: module, package below {@code io.millrace} and type, as in {@code core/runtime/InputGate}
 * @param find a text that must occur in it once; how it is broken into lines does not matter
 * @param replacement what stands there instead
 */
record Edit(String folder, String type, String find, String replacement) {

    /** Of production code. */
    Edit(String type, String find, String replacement) {
        this("src/main/java", type, find, replacement);
    }

    /** Of what takes the place of production code in the simulation. */
    static Edit ofSimulation(String type, String find, String replacement) {
        return new Edit("src/test/java", type, find, replacement);
    }

    /** Path of the source below the root of the repository. */
    String path() {
        int slash = type.indexOf('/');
        return type.substring(0, slash) + "/" + folder + "/io/millrace/" + type.substring(slash + 1) + ".java";
    }

    /** @throws IllegalStateException if the text does not occur exactly once: the source has changed */
    String applyTo(String source) {
        Matcher found = pattern().matcher(source);
        long count = found.results().count();
        if (count != 1) {
            throw new IllegalStateException("Expected once in " + path() + ", but found " + count + " times:\n" + find
                    + "\nThe source has changed; change the mutation as well");
        }
        return found.reset().replaceFirst(Matcher.quoteReplacement(replacement));
    }

    private Pattern pattern() {
        return Pattern.compile(Arrays.stream(find.strip().split("\\s+", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining("\\s+")));
    }
}
