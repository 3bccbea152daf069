package io.millrace.integration.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table in the documentation, between two marks. */
final class MutationTable {

    private static final String BEGIN = "<!-- mutations: begin -->";
    private static final String END = "<!-- mutations: end -->";
    private static final Pattern BETWEEN =
            Pattern.compile(Pattern.quote(BEGIN) + ".*?" + Pattern.quote(END), Pattern.DOTALL);
    private static final int LONGEST_WORDS = 140;

    private MutationTable() {}

    static String of(List<MutationResult> results) {
        StringBuilder table = new StringBuilder(
                "| mutation | what the code does then | found by | first seed, and what it said | literal test that fails too |\n"
                        + "|---|---|---|---|---|\n");
        for (MutationResult result : results) {
            List<SeedReport> findings = result.findings();
            String first = findings.isEmpty()
                    ? ""
                    : findings.get(0).seed() + ": "
                            + words(findings.get(0).found().orElse(""));
            table.append("| ")
                    .append(result.mutation().name())
                    .append(" | ")
                    .append(result.mutation().slip())
                    .append(" | ")
                    .append(findings.size())
                    .append(" of ")
                    .append(result.seeds().size())
                    .append(" | ")
                    .append(first)
                    .append(" | ")
                    .append(result.mutation().test().map(LiteralTest::toString).orElse(""))
                    .append(" |\n");
        }
        return table.toString();
    }

    private static String words(String text) {
        String cell = text.replaceAll("^[\\w.$]+(Error|Exception|Violation): ", "")
                .replace("|", "\\|")
                .replace("<", "&lt;");
        return cell.length() <= LONGEST_WORDS ? cell : cell.substring(0, LONGEST_WORDS) + " …";
    }

    /** Replaces the table in a document. */
    static void write(List<MutationResult> results, Path document) throws IOException {
        Matcher place = BETWEEN.matcher(Files.readString(document));
        if (!place.find()) {
            throw new IllegalStateException(
                    document + " has no place for the table: expected " + BEGIN + " and " + END);
        }
        Files.writeString(document, place.replaceFirst(Matcher.quoteReplacement(BEGIN + "\n" + of(results) + END)));
    }
}
