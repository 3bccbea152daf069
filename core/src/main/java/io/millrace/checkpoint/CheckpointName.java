package io.millrace.checkpoint;

import io.millrace.spi.LogEntry;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a checkpoint for good: its number, and the run that took it.
 *
 * @param checkpointId its number; strictly increases and is never reused
 * @param run number of the run
 */
public record CheckpointName(long checkpointId, long run) implements Comparable<CheckpointName> {

    private static final String CHECKPOINTS = "checkpoints";
    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})-(\\d{1,18})");
    private static final Comparator<CheckpointName> ORDER =
            Comparator.comparingLong(CheckpointName::checkpointId).thenComparingLong(CheckpointName::run);

    public CheckpointName {
        if (checkpointId < 1 || run < 1) {
            throw new IllegalArgumentException(
                    "Checkpoints and runs are counted from 1: checkpoint " + checkpointId + ", run " + run);
        }
    }

    /** The checkpoint that a commit entry decides. */
    public static CheckpointName of(LogEntry.Commit entry) {
        return new CheckpointName(entry.checkpointId(), entry.run());
    }

    /** Reads what {@link #toString} writes; empty if it is something else. */
    static Optional<CheckpointName> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long checkpointId = Long.parseLong(matcher.group(1));
        long run = Long.parseLong(matcher.group(2));
        return checkpointId < 1 || run < 1 ? Optional.empty() : Optional.of(new CheckpointName(checkpointId, run));
    }

    /** The folder of all checkpoints, relative to the job's folder. */
    static String parentFolder() {
        return CHECKPOINTS;
    }

    /** The folder that belongs to this checkpoint alone, relative to the job's folder. */
    String folder() {
        return CHECKPOINTS + "/" + this;
    }

    @Override
    public int compareTo(CheckpointName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return checkpointId + "-" + run;
    }
}
