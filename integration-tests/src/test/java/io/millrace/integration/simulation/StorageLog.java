package io.millrace.integration.simulation;

import io.millrace.checkpoint.StorageCommitLog;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.spi.LogContents;
import io.millrace.spi.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Follows the commit log in the checkpoint storage, which itself keeps only its newest entries. */
final class StorageLog {

    private static final String FOLDER = DrawnPipeline.NAME + "/log/";

    private final SimulatedDisk disk;
    private final List<LogEntry> entries = new ArrayList<>();
    private LogContents last = LogContents.EMPTY;

    StorageLog(SimulatedDisk disk) {
        this.disk = disk;
    }

    List<LogEntry> entries() {
        return List.copyOf(entries);
    }

    /** A file came into being: perhaps a filled slot. */
    void published(String path) {
        if (!path.startsWith(FOLDER)) {
            return;
        }
        LogContents now = look();
        addIfNew(last.lastTakeover(), now.lastTakeover());
        addIfNew(last.lastCommit(), now.lastCommit());
        last = now;
    }

    /** A slot that was visible, but not durable yet, may be gone: nobody had been told that it was filled. */
    void powerLost() {
        last = look();
        while (!entries.isEmpty() && !isLast(entries.get(entries.size() - 1))) {
            entries.remove(entries.size() - 1);
        }
    }

    private boolean isLast(LogEntry entry) {
        return last.lastTakeover().filter(entry::equals).isPresent()
                || last.lastCommit().filter(entry::equals).isPresent();
    }

    private LogContents look() {
        return new StorageCommitLog(disk.asItIs(), DrawnPipeline.NAME).look();
    }

    private void addIfNew(Optional<? extends LogEntry> before, Optional<? extends LogEntry> now) {
        if (now.isPresent() && !now.equals(before)) {
            entries.add(now.get());
        }
    }
}
