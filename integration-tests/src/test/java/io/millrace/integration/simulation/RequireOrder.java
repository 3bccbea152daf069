package io.millrace.integration.simulation;

import io.millrace.api.Collector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.serde.Serdes;
import java.util.List;

/** Hands on what comes with rising index; anything else shows as an item that nobody expects. */
final class RequireOrder implements KeyedProcessFunction<String, Item, Item> {

    private static final ValueStateSpec<Long> LAST = StateSpec.value("last", Serdes.longs());

    private final Runnable userCode;

    RequireOrder(Runnable userCode) {
        this.userCode = userCode;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(LAST);
    }

    @Override
    public void process(Item item, ProcessContext<String> context, Collector<Item> out) {
        userCode.run();
        ValueState<Long> last = context.state(LAST);
        Long before = last.value();
        last.update(item.index());
        boolean rises = before == null || item.index() > before;
        out.emit(rises ? item : item.withKey("disorder: " + item.index() + " after " + before));
    }
}
