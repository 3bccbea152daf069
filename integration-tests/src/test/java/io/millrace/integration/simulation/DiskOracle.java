package io.millrace.integration.simulation;

import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.spi.CheckpointStorage;
import io.millrace.spi.LogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Watches the files of a job: a manifest names only what is there, what a retained checkpoint consists of is never deleted, and in
 * the end nothing else is left.
 */
final class DiskOracle implements SimulatedDisk.Watcher {

    private final SeededScheduler world;
    private final SimulatedDisk disk;
    private final int retained;
    private final Supplier<List<LogEntry>> entries;
    private final Consumer<String> published;

    /**
     * @param entries what is decided
     * @param published told of each new file
     */
    DiskOracle(
            SeededScheduler world,
            SimulatedDisk disk,
            int retained,
            Supplier<List<LogEntry>> entries,
            Consumer<String> published) {
        this.world = world;
        this.disk = disk;
        this.retained = retained;
        this.entries = entries;
        this.published = published;
    }

    @Override
    public void published(String path) {
        published.accept(path);
        if (path.endsWith(ManifestFiles.MANIFEST) && !isOfOvertakenRun(path)) {
            requireFiles(path);
        }
    }

    /** Whoever does not know yet that it was overtaken publishes what can never count, and may be deleted meanwhile. */
    private boolean isOfOvertakenRun(String manifest) {
        return entries.get().stream()
                .filter(LogEntry.Takeover.class::isInstance)
                .anyMatch(takeover -> takeover.run() > ManifestFiles.runOf(manifest));
    }

    private void requireFiles(String manifest) {
        CheckpointStorage storage = disk.asItIs();
        ManifestFiles.namedBy(storage, manifest).forEach((path, length) -> {
            try {
                if (storage.length(path) < length) {
                    violated("Manifest " + manifest + " names " + length + " bytes of " + path + ", which is shorter");
                }
            } catch (IOException e) {
                violated("Manifest " + manifest + " names " + path + ", which is not there");
            }
        });
    }

    @Override
    public void deleted(String path) {
        if (path.startsWith(DrawnPipeline.NAME + "/checkpoints/") && !isUnfinished(path) && needed().contains(path)) {
            violated(
                    path + " was deleted, which a retained checkpoint needs; decided are " + LogOracle.text(decided()));
        }
    }

    /** All files of the newest committed checkpoints, as far as these are there. */
    private SortedSet<String> needed() {
        SortedSet<String> needed = new TreeSet<>();
        for (LogEntry.Commit commit : newest()) {
            String manifest = ManifestFiles.pathOf(commit.checkpointId(), commit.run());
            needed.add(manifest);
            if (disk.paths().contains(manifest)) {
                needed.addAll(ManifestFiles.namedBy(disk.asItIs(), manifest).keySet());
            }
        }
        return needed;
    }

    private List<LogEntry.Commit> newest() {
        List<LogEntry.Commit> decided = decided();
        return decided.subList(Math.max(0, decided.size() - retained), decided.size());
    }

    private List<LogEntry.Commit> decided() {
        return entries.get().stream()
                .filter(LogEntry.Commit.class::isInstance)
                .map(LogEntry.Commit.class::cast)
                .toList();
    }

    /** When all processes have ended in peace: what is left is what the retained checkpoints need, and what says whose they are. */
    void requireTidy() {
        List<String> missing = new ArrayList<>(needed());
        missing.removeAll(disk.paths());
        if (!missing.isEmpty()) {
            throw new Violation("Files of retained checkpoints are missing: " + missing + "; decided are "
                    + LogOracle.text(decided()));
        }
        SortedSet<String> left = unneeded();
        if (!left.isEmpty()) {
            throw new Violation(
                    "Files are left that nobody needs: " + left + "; decided are " + LogOracle.text(decided()));
        }
    }

    boolean isTidy() {
        return unneeded().isEmpty();
    }

    private SortedSet<String> unneeded() {
        SortedSet<String> left = new TreeSet<>(disk.paths());
        left.removeAll(needed());
        left.removeIf(path -> isKeptForGood(path) || isUnfinishedBesideANeededOne(path));
        return left;
    }

    /** Beside its checkpoints a job keeps its identity, its log, and what a crash left of writing these. */
    private static boolean isKeptForGood(String path) {
        boolean besideCheckpoints = !path.startsWith(DrawnPipeline.NAME + "/checkpoints/");
        return path.equals(DrawnPipeline.NAME + "/job.json")
                || path.startsWith(DrawnPipeline.NAME + "/log/")
                || (besideCheckpoints && isUnfinished(path));
    }

    /** What a crash left of writing a file of a checkpoint goes with the checkpoint. */
    private boolean isUnfinishedBesideANeededOne(String path) {
        String folder = path.substring(0, path.lastIndexOf('/') + 1);
        return isUnfinished(path)
                && newest().stream()
                        .anyMatch(commit -> ManifestFiles.pathOf(commit.checkpointId(), commit.run())
                                .startsWith(folder));
    }

    static boolean isUnfinished(String path) {
        return path.substring(path.lastIndexOf('/') + 1).startsWith(".");
    }

    private void violated(String what) {
        world.violated(new Violation(what));
    }
}
