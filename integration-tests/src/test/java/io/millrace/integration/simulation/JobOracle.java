package io.millrace.integration.simulation;

import io.millrace.api.CheckpointReport;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.spi.LogEntry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Judges what jobs say of themselves: what they take for committed is decided, one that lost the job does not get it back, one that
 * is finished has nothing left to show, none ends an attempt by a bug, and none stalls for no reason.
 */
final class JobOracle implements Started.Witness {

    private final SeededScheduler world;
    private final Outside outside;
    private final OutputOracle output;
    private final boolean mayStall;
    private final Map<Long, SimulatedProcess> committedIn = new HashMap<>();
    private final Map<SimulatedProcess, Duration> failedAt = new HashMap<>();
    private long commits;

    /** @param mayStall whether anything goes wrong that may keep checkpoints from being committed for long */
    JobOracle(SeededScheduler world, Outside outside, OutputOracle output, boolean mayStall) {
        this.world = world;
        this.outside = outside;
        this.output = output;
        this.mayStall = mayStall;
    }

    @Override
    public void committed(SimulatedProcess process, CheckpointReport report) {
        commits++;
        requireDecided(report);
        requireNeverLost(process, report.run());
    }

    private void requireDecided(CheckpointReport report) {
        boolean decided = outside.entries().stream()
                .anyMatch(entry -> entry instanceof LogEntry.Commit commit
                        && commit.checkpointId() == report.checkpointId()
                        && commit.run() == report.run());
        if (!decided) {
            violated("Checkpoint " + report.checkpointId() + "-" + report.run() + " was announced, but is not decided: "
                    + LogOracle.text(outside.entries()));
        }
    }

    private void requireNeverLost(SimulatedProcess process, long run) {
        committedIn.put(run, process);
        committedIn.forEach((between, other) -> {
            if (between < run && other != process && ownedBefore(between, process)) {
                violated(process.name() + " commits in run " + run + ", though " + other.name()
                        + " had taken the job over from it, as run " + between);
            }
        });
    }

    private boolean ownedBefore(long run, SimulatedProcess process) {
        return committedIn.entrySet().stream().anyMatch(each -> each.getKey() < run && each.getValue() == process);
    }

    /** How many checkpoints were committed. */
    long commits() {
        return commits;
    }

    /** Whether the process has committed a checkpoint. */
    boolean hasCommitted(SimulatedProcess process) {
        return committedIn.containsValue(process);
    }

    /** What fails names its kind; what the language throws comes from a mistake in the engine. */
    @Override
    public void restarts(Throwable reason) {
        if (reason.getClass().getPackage() == Object.class.getPackage()) {
            violated("An attempt ended by a bug: " + reason);
        } else if (!mayStall
                && String.valueOf(reason.getMessage()).contains("No checkpoint was committed in that time")) {
            violated("Nothing was committed for long, although nothing went wrong but a capture now and then: "
                    + reason);
        }
    }

    @Override
    public void finished(SimulatedProcess process) {
        try {
            output.requireComplete();
        } catch (Violation e) {
            violated(process.name() + " says that it is finished. " + e.getMessage());
        }
    }

    @Override
    public void failed(SimulatedProcess process) {
        failedAt.put(process, world.elapsed());
    }

    /** When the job in a process failed for good, in simulated time since the beginning. */
    Duration failedAt(SimulatedProcess process) {
        return Objects.requireNonNull(failedAt.get(process));
    }

    private void violated(String what) {
        world.violated(new Violation(what));
    }
}
