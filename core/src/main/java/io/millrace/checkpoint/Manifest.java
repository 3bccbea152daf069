package io.millrace.checkpoint;

import io.millrace.spi.FileRef;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Names everything that a checkpoint consists of. Its bytes have a digest, by which the commit log refers to it.
 *
 * @param identity the job and the storage that it belongs to
 * @param name the checkpoint
 * @param createdMillis when it was made, for people
 * @param keyGroups number of key groups
 * @param keyHashVersion version of the routine that maps keys to key groups
 * @param operators what it holds, one entry for each uid, sorted by it
 * @param retained the committed checkpoints that existed when it was made, itself not included, oldest first: what
 *     else is found from runs before was never committed
 */
public record Manifest(
        JobIdentity identity,
        CheckpointName name,
        long createdMillis,
        int keyGroups,
        int keyHashVersion,
        List<OperatorState> operators,
        List<CheckpointName> retained) {

    public Manifest {
        operators = List.copyOf(operators);
        retained = List.copyOf(retained);
    }

    /** What it holds of one operator; empty if it does not know the uid. */
    public Optional<OperatorState> operator(String uid) {
        return operators.stream().filter(operator -> operator.uid().equals(uid)).findFirst();
    }

    /** Size of the state that it refers to. */
    public long bytes() {
        return operators.stream()
                .flatMap(operator -> operator.states().stream())
                .flatMap(state -> state.files().stream())
                .mapToLong(FileRef::length)
                .sum();
    }

    /** All files that it refers to, with the length that each must have at least. */
    SortedMap<String, Long> files() {
        SortedMap<String, Long> lengths = new TreeMap<>();
        for (OperatorState operator : operators) {
            for (var state : operator.states()) {
                for (FileRef file : state.files()) {
                    lengths.merge(file.path(), file.offset() + file.length(), Math::max);
                }
            }
        }
        return lengths;
    }
}
