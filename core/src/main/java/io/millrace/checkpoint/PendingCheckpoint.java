package io.millrace.checkpoint;

import io.millrace.spi.SourceSplit;
import io.millrace.spi.StateRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which tasks have acknowledged a checkpoint, and with what.
 *
 * <p>Not thread-safe.
 */
final class PendingCheckpoint {

    private static final Comparator<TaskId> BY_NAME =
            Comparator.comparing(TaskId::name).thenComparingInt(TaskId::subtask);

    private final CheckpointName name;
    private final Map<TaskId, TaskSnapshot> snapshots = new TreeMap<>(BY_NAME);
    private final Set<TaskId> missing = new TreeSet<>(BY_NAME);

    PendingCheckpoint(CheckpointName name, Collection<TaskId> tasks) {
        this.name = name;
        missing.addAll(tasks);
    }

    /**
     * Takes a task's acknowledgement; a repeated one changes nothing.
     *
     * @return whether it was the last one missing
     */
    boolean acknowledge(TaskId task, TaskSnapshot snapshot) {
        if (missing.remove(task)) {
            snapshots.put(task, snapshot);
            return missing.isEmpty();
        }
        if (!snapshots.containsKey(task)) {
            throw new IllegalStateException(
                    "Checkpoint " + name + " was acknowledged by " + task + ", which is no task of this attempt");
        }
        return false;
    }

    boolean isComplete() {
        return missing.isEmpty();
    }

    /** The tasks that have not acknowledged. */
    List<TaskId> missing() {
        return List.copyOf(missing);
    }

    /**
     * Puts together what the tasks contributed to each operator.
     *
     * @param parallelism number of tasks of each operator that must be in it
     * @throws IllegalStateException if an operator is not there as a whole, or not known
     */
    List<OperatorState> assemble(Map<String, Integer> parallelism) {
        Map<String, List<OperatorSnapshot>> byUid = new TreeMap<>();
        parallelism.keySet().forEach(uid -> byUid.put(uid, new ArrayList<>()));
        snapshots.forEach((task, snapshot) -> {
            for (OperatorSnapshot operator : snapshot.operators()) {
                byUid.computeIfAbsent(operator.uid(), uid -> new ArrayList<>()).add(operator);
            }
        });
        List<OperatorState> operators = new ArrayList<>();
        byUid.forEach((uid, parts) -> {
            int expected = parallelism.getOrDefault(uid, 0);
            if (parts.size() != expected) {
                throw new IllegalStateException("Expected checkpoint " + name + " to hold the state of " + expected
                        + " tasks of operator '" + uid + "', but it holds that of " + parts.size()
                        + "; acknowledged by "
                        + snapshots.keySet());
            }
            operators.add(merge(uid, parts));
        });
        return operators;
    }

    private static OperatorState merge(String uid, List<OperatorSnapshot> parts) {
        List<StateRef> states =
                parts.stream().flatMap(part -> part.states().stream()).toList();
        List<SourceSplit> positions = parts.stream()
                .flatMap(part -> part.positions().stream())
                .sorted(Comparator.comparing(SourceSplit::id))
                .toList();
        return new OperatorState(uid, parts.size(), states, positions);
    }

    @Override
    public String toString() {
        return missing.isEmpty()
                ? name + ", complete"
                : name + ", waiting for "
                        + missing.stream().map(TaskId::toString).collect(Collectors.joining(", "));
    }
}
