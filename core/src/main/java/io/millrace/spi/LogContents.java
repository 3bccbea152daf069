package io.millrace.spi;

import java.util.Optional;

/**
 * What a commit log says.
 *
 * @param lastTakeover who owns the job; empty if it never started
 * @param lastCommit what the job stands at; empty if nothing was ever committed
 */
public record LogContents(Optional<LogEntry.Takeover> lastTakeover, Optional<LogEntry.Commit> lastCommit) {

    public static final LogContents EMPTY = new LogContents(Optional.empty(), Optional.empty());
}
