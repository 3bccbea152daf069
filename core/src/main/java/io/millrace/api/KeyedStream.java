package io.millrace.api;

import static java.util.Objects.requireNonNull;

import io.millrace.api.state.StateSpec;
import io.millrace.api.step.Input;
import io.millrace.api.step.Step;
import io.millrace.api.step.StepOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A stream grouped by key, in a pipeline that is being built. Not thread-safe.
 *
 * @param <K> type of the keys
 * @param <T> type of the records
 */
public final class KeyedStream<K, T> {

    private final Pipeline pipeline;
    private final List<Input> inputs;

    KeyedStream(Pipeline pipeline, List<Input> inputs) {
        this.pipeline = pipeline;
        this.inputs = inputs;
    }

    /**
     * Processes the records with state per key.
     *
     * @param uid stable name under which the state is kept
     * @param function makes one instance per task; also called once now, to ask for the declared states
     */
    public <R> DataStream<R> process(String uid, Supplier<? extends KeyedProcessFunction<K, ? super T, R>> function) {
        requireNonNull(function, "function");
        pipeline.requireUid(uid);
        requireDistinctStates(uid, requireNonNull(function.get(), "function").states());
        return pipeline.add(id -> new Step.KeyedProcessStep(id, uid, inputs, StepOptions.NONE, function));
    }

    /**
     * Combines the values of each key into one and emits the new result for every record.
     *
     * @param uid stable name under which the results are kept
     * @param reducer combines the result so far with the next value; not called for a key's first value
     * @param serde how results are written
     */
    public DataStream<T> reduce(String uid, Reducer<T> reducer, Serde<T> serde) {
        requireNonNull(reducer, "reducer");
        var state = StateSpec.value("reduced", serde);
        return process(uid, () -> new ReduceFunction<>(reducer, state));
    }

    /** Counts the records of each key and emits key and new count for every record. */
    public DataStream<KeyValue<K, Long>> count(String uid) {
        return process(uid, CountFunction::new);
    }

    private static void requireDistinctStates(String uid, List<StateSpec<?>> states) {
        Set<String> names = new HashSet<>();
        for (StateSpec<?> state : states) {
            if (!names.add(state.name())) {
                throw new IllegalArgumentException(
                        "Operator '" + uid + "' declares two states named '" + state.name() + "'");
            }
        }
    }
}
