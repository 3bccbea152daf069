package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import java.util.List;

/** Behind {@link KeyedStream#reduce}. */
final class ReduceFunction<K, T> implements KeyedProcessFunction<K, T, T> {

    private final Reducer<T> reducer;
    private final ValueStateSpec<T> spec;

    ReduceFunction(Reducer<T> reducer, ValueStateSpec<T> spec) {
        this.reducer = reducer;
        this.spec = spec;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(spec);
    }

    @Override
    public void process(T value, ProcessContext<K> context, Collector<T> out) throws Exception {
        ValueState<T> state = context.state(spec);
        T accumulated = state.value();
        T result = accumulated == null ? value : reducer.reduce(accumulated, value);
        state.update(result);
        out.emit(result);
    }
}
