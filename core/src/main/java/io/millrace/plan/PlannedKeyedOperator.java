package io.millrace.plan;

import io.millrace.api.Serde;
import io.millrace.api.state.StateSpec;
import java.util.List;

/**
 * An operator of the job that has keyed state.
 *
 * @param uid its uid
 * @param parallelism number of tasks that it is spread over
 * @param keySerde how its keys are written
 * @param states what it declared
 */
public record PlannedKeyedOperator(String uid, int parallelism, Serde<?> keySerde, List<StateSpec<?>> states) {

    public PlannedKeyedOperator {
        states = List.copyOf(states);
    }
}
