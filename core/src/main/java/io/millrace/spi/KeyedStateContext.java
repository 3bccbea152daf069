package io.millrace.spi;

import io.millrace.api.Serde;
import io.millrace.api.state.StateSpec;
import java.util.List;

/**
 * What a state backend needs to know of an operator's task.
 *
 * @param jobName name of the job
 * @param uid uid of the operator
 * @param subtask index of the task, from 0
 * @param keyGroups the key groups that this task holds
 * @param keySerde how keys are written
 * @param states the states that the operator declared
 */
public record KeyedStateContext(
        String jobName,
        String uid,
        int subtask,
        KeyGroupRange keyGroups,
        Serde<?> keySerde,
        List<StateSpec<?>> states) {

    public KeyedStateContext {
        states = List.copyOf(states);
    }
}
