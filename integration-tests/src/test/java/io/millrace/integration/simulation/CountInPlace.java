package io.millrace.integration.simulation;

import io.millrace.api.Collector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.serde.Serdes;
import java.util.ArrayList;
import java.util.List;

/** Does what {@link CountItems} does, with one object that it changes. */
final class CountInPlace implements KeyedProcessFunction<String, Item, Item> {

    private static final ValueStateSpec<List<Long>> COUNT_AND_SUM =
            StateSpec.value("count and sum", Serdes.list(Serdes.longs()));

    private final String uid;
    private final Runnable userCode;

    CountInPlace(String uid, Runnable userCode) {
        this.uid = uid;
        this.userCode = userCode;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(COUNT_AND_SUM);
    }

    @Override
    public void process(Item item, ProcessContext<String> context, Collector<Item> out) {
        userCode.run();
        ValueState<List<Long>> state = context.state(COUNT_AND_SUM);
        List<Long> before = state.value();
        List<Long> counted = before == null ? new ArrayList<>(List.of(0L, 0L)) : before;
        counted.set(0, counted.get(0) + 1);
        counted.set(1, counted.get(1) + item.fingerprint());
        state.update(counted);
        out.emit(new Item(item.key(), uid, counted.get(0), counted.get(1)));
    }
}
