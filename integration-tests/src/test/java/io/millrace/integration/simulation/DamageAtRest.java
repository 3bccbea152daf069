package io.millrace.integration.simulation;

import io.millrace.api.DamagedException;
import io.millrace.api.StartRefusedException;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedDisk;
import io.millrace.simulation.StorageFaults;
import io.millrace.spi.LogEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * While nobody runs a file of the newest committed checkpoint is damaged. The next start has to end and to name it; then it is
 * brought back, as from a backup.
 */
final class DamageAtRest {

    private static final long MAX_STEPS = 300_000;

    /** What a killed process had sent has arrived by then. */
    private static final Duration TO_SETTLE = Duration.ofMinutes(2);

    private final SeededScheduler world;
    private final Random random;
    private final SimulatedDisk disk;
    private final Supplier<List<LogEntry>> entries;
    private final Set<Started> stopped = new HashSet<>();

    DamageAtRest(SeededScheduler world, SimulatedDisk disk, Supplier<List<LogEntry>> entries) {
        this.world = world;
        this.random = world.random();
        this.disk = disk;
        this.entries = entries;
    }

    /** No process may be alive. */
    void happen(Supplier<Started> start) {
        disk.faults(StorageFaults.NONE);
        world.runFor(TO_SETTLE, MAX_STEPS);
        List<String> files = files();
        if (files.isEmpty()) {
            return;
        }
        String path = files.get(random.nextInt(files.size()));
        byte[] intact = content(path);
        world.trace("-- fault", path + " at rest: " + disk.damage(path));
        Started process = start.get();
        long limit = world.steps() + MAX_STEPS;
        world.runUntil(() -> !process.isUnderWay() || world.steps() >= limit, MAX_STEPS + 1);
        requireNoticed(process, path);
        disk.restore(path, intact);
        world.trace("-- fault", path + " is brought back");
    }

    private List<String> files() {
        List<String> files = new ArrayList<>();
        for (LogEntry entry : entries.get()) {
            if (entry instanceof LogEntry.Commit commit) {
                files.clear();
                files.add(ManifestFiles.pathOf(commit.checkpointId(), commit.run()));
            }
        }
        if (!files.isEmpty()) {
            files.addAll(ManifestFiles.namedBy(disk.asItIs(), files.get(0)).keySet());
        }
        return files;
    }

    private byte[] content(String path) {
        try (InputStream in = disk.asItIs().open(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireNoticed(Started process, String path) {
        Throwable failure = process.job().failure().orElse(null);
        boolean named = failure instanceof DamagedException
                && String.valueOf(failure.getMessage()).contains(path);
        if (!named && !(failure instanceof StartRefusedException)) {
            throw new Violation(process + " should have ended and named " + path);
        }
        stopped.add(process);
    }

    /** Whether the process ended because of a damaged file. */
    boolean explains(Started process) {
        return stopped.contains(process);
    }
}
