package io.millrace.integration.simulation;

import io.millrace.api.Collector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.serde.Serdes;
import java.util.List;

/** Numbers the items of each key, and sums up which ones they were. */
final class CountItems implements KeyedProcessFunction<String, Item, Item> {

    private static final ValueStateSpec<Long> COUNT = StateSpec.value("count", Serdes.longs());
    private static final ValueStateSpec<Long> SUM = StateSpec.value("sum", Serdes.longs());

    private final String uid;
    private final Runnable userCode;

    CountItems(String uid, Runnable userCode) {
        this.uid = uid;
        this.userCode = userCode;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(COUNT, SUM);
    }

    @Override
    public void process(Item item, ProcessContext<String> context, Collector<Item> out) {
        userCode.run();
        long count = add(context.state(COUNT), 1);
        long sum = add(context.state(SUM), item.fingerprint());
        out.emit(new Item(item.key(), uid, count, sum));
    }

    private static long add(ValueState<Long> state, long more) {
        Long before = state.value();
        long after = (before == null ? 0 : before) + more;
        state.update(after);
        return after;
    }
}
