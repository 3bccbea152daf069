package io.millrace.integration.simulation;

import io.millrace.simulation.SimulatedProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Knows which process committed in which run: one that lost the job does not get it back. */
final class OwnerOracle {

    private final Map<Long, SimulatedProcess> byRun = new HashMap<>();

    /** A process has committed; returns what is wrong about it. */
    Optional<String> committed(SimulatedProcess process, long run) {
        byRun.put(run, process);
        return byRun.entrySet().stream()
                .filter(other ->
                        other.getKey() < run && other.getValue() != process && ownedBefore(other.getKey(), process))
                .findFirst()
                .map(other -> process.name() + " commits in run " + run + ", though "
                        + other.getValue().name() + " had taken the job over from it, as run " + other.getKey());
    }

    private boolean ownedBefore(long run, SimulatedProcess process) {
        return byRun.entrySet().stream().anyMatch(each -> each.getKey() < run && each.getValue() == process);
    }
}
