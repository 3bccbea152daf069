package io.millrace.checkpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Knows which committed checkpoints of the lineage exist, and says what is to be deleted: those beyond the newest few, and
 * what lower runs left without ever committing it. The latter only once this run has committed, for until then it could not be
 * sure to own the job.
 *
 * <p>Not thread-safe.
 */
final class Retention {

    private final int keep;
    private final long run;

    /** All committed checkpoints that exist, with their files as far as these are known. */
    private final TreeMap<CheckpointName, Optional<Set<String>>> committed = new TreeMap<>();

    private boolean committedInThisRun;
    private boolean voidsDeleted;

    /**
     * Begins with what the restored checkpoint says.
     *
     * @param keep how many committed checkpoints are kept
     * @param run this run
     * @param restored the checkpoint that the attempt started from
     */
    Retention(int keep, long run, Optional<Manifest> restored) {
        this.keep = keep;
        this.run = run;
        restored.ifPresent(manifest -> {
            manifest.retained().forEach(name -> committed.put(name, Optional.empty()));
            committed.put(manifest.name(), Optional.of(filesOf(manifest)));
        });
    }

    void onCommitted(Manifest manifest) {
        committed.put(manifest.name(), Optional.of(filesOf(manifest)));
        committedInThisRun = true;
    }

    /** The committed checkpoints that exist, oldest first. */
    List<CheckpointName> existing() {
        return List.copyOf(committed.keySet());
    }

    /** Committed checkpoints to delete, oldest first. */
    List<CheckpointName> retired() {
        List<CheckpointName> names = existing();
        return committedInThisRun ? names.subList(0, Math.max(0, names.size() - keep)) : List.of();
    }

    /** Whether it is time to look for what lower runs left. */
    boolean mayDeleteVoids() {
        return committedInThisRun && !voidsDeleted;
    }

    /** Of checkpoints that were found in the storage, those that no run will ever commit. */
    List<CheckpointName> voidsAmong(Collection<CheckpointName> found) {
        if (!committedInThisRun) {
            return List.of();
        }
        return found.stream()
                .filter(name -> name.run() < run && !committed.containsKey(name))
                .toList();
    }

    /** The kept checkpoints whose files have to be read from their manifests before anything may be deleted. */
    List<CheckpointName> keptWithUnknownFiles() {
        Set<CheckpointName> retired = new HashSet<>(retired());
        List<CheckpointName> unknown = new ArrayList<>();
        committed.forEach((name, files) -> {
            if (files.isEmpty() && !retired.contains(name)) {
                unknown.add(name);
            }
        });
        return unknown;
    }

    void learnFiles(Map<CheckpointName, Set<String>> filesByName) {
        filesByName.forEach((name, files) -> committed.computeIfPresent(name, (same, before) -> Optional.of(files)));
    }

    /** The known files of all kept checkpoints. */
    Set<String> filesInUse() {
        Set<CheckpointName> retired = new HashSet<>(retired());
        Set<String> inUse = new HashSet<>();
        committed.forEach((name, files) -> {
            if (!retired.contains(name)) {
                files.ifPresent(inUse::addAll);
            }
        });
        return inUse;
    }

    void onDeleted(Collection<CheckpointName> names) {
        names.forEach(committed::remove);
    }

    void onVoidsDeleted() {
        voidsDeleted = true;
    }

    private static Set<String> filesOf(Manifest manifest) {
        return Set.copyOf(manifest.files().keySet());
    }
}
