package io.millrace.integration.simulation;

import io.millrace.spi.LogEntry;
import java.util.List;
import java.util.stream.Collectors;

/** What must hold of a commit log: runs follow each other, and only the one that owns the job commits, with rising numbers. */
final class LogOracle {

    private LogOracle() {}

    static void requireOneOwnerAtATime(List<LogEntry> entries) {
        long run = 0;
        long checkpoint = 0;
        for (LogEntry entry : entries) {
            if (entry instanceof LogEntry.Takeover) {
                if (entry.run() != run + 1) {
                    throw new Violation(text(List.of(entry)) + " follows run " + run + ": " + text(entries));
                }
                run = entry.run();
            } else if (entry instanceof LogEntry.Commit commit) {
                if (commit.run() != run) {
                    throw new Violation(text(List.of(commit)) + " was appended while run " + run + " owned the job: "
                            + text(entries));
                }
                if (commit.checkpointId() <= checkpoint) {
                    throw new Violation(
                            text(List.of(commit)) + " follows checkpoint " + checkpoint + ": " + text(entries));
                }
                checkpoint = commit.checkpointId();
            }
        }
    }

    /** Shorter than the entries tell themselves. */
    static String text(List<? extends LogEntry> entries) {
        return entries.stream()
                .map(entry -> entry instanceof LogEntry.Commit commit
                        ? "commit " + commit.checkpointId() + "-" + commit.run()
                        : "takeover " + entry.run())
                .collect(Collectors.joining(", "));
    }
}
