package io.millrace.samples;

import io.millrace.api.CheckpointReport;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line that {@code word-count} logs for each committed checkpoint. Immutable.
 *
 * @param checkpointId number of the checkpoint
 * @param run the run that took it
 */
public record CheckpointLine(long checkpointId, long run) {

    private static final Pattern COMMITTED = Pattern.compile(": checkpoint (\\d+) committed: run (\\d+), ");

    /** Describes a committed checkpoint. */
    static String of(String job, CheckpointReport report) {
        return job + ": checkpoint " + report.checkpointId() + " committed: run " + report.run() + ", "
                + report.duration().toMillis() + " ms, " + size(report.bytes());
    }

    /** Finds out whether a line of a log is about a committed checkpoint. */
    public static Optional<CheckpointLine> parse(String line) {
        Matcher matcher = COMMITTED.matcher(line);
        return matcher.find()
                ? Optional.of(new CheckpointLine(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    private static String size(long bytes) {
        if (bytes < 1024) {
            return bytes + " bytes";
        }
        double kibibytes = bytes / 1024.0;
        return kibibytes < 1024
                ? String.format(Locale.ROOT, "%.1f KiB", kibibytes)
                : String.format(Locale.ROOT, "%.1f MiB", kibibytes / 1024);
    }
}
