package io.millrace.operator;

import io.millrace.api.Serde;
import io.millrace.api.state.StateSpec;
import io.millrace.spi.KeyGroupRange;
import io.millrace.spi.KeyedStateContext;
import io.millrace.spi.KeyedStateStore;
import io.millrace.spi.SnapshotReader;
import io.millrace.spi.StateBackend;
import io.millrace.spi.StateRef;
import java.io.IOException;
import java.util.List;

/**
 * How an operator gets its keyed state.
 *
 * @param backend keeps it
 * @param keyGroups the key groups of the operator's task
 * @param keySerde how keys are written
 * @param restore what the restored checkpoint holds for the operator, of all tasks
 * @param reader reads the files of the restored checkpoint
 */
public record KeyedStateSetup(
        StateBackend backend,
        KeyGroupRange keyGroups,
        Serde<?> keySerde,
        List<StateRef> restore,
        SnapshotReader reader) {

    public KeyedStateSetup {
        restore = List.copyOf(restore);
    }

    /** Opens the state and restores what belongs to the task's key groups, but for states that the user lets go. */
    KeyedStateStore open(OperatorId id, List<StateSpec<?>> states) throws IOException {
        KeyedStateStore store = backend.open(
                new KeyedStateContext(id.jobName(), id.uid(), id.task().subtask(), keyGroups, keySerde, states));
        List<StateRef> own = restore.stream()
                .filter(ref -> ref.keyGroups().intersects(keyGroups) && isDeclared(ref, states))
                .toList();
        try {
            if (!own.isEmpty()) {
                store.restore(own, reader);
            }
            return store;
        } catch (Throwable e) {
            store.close();
            throw e;
        }
    }

    /** A stored state that is not declared any more may be dropped; the start was refused otherwise. */
    private static boolean isDeclared(StateRef ref, List<StateSpec<?>> states) {
        return states.stream().anyMatch(state -> state.name().equals(ref.state()));
    }
}
