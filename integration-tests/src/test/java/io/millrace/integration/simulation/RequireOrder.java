package io.millrace.integration.simulation;

import io.millrace.api.Collector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.ProcessContext;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.api.state.ValueStateSpec;
import io.millrace.serde.Serdes;
import java.util.List;
import java.util.function.Consumer;

/** Hands on what comes with rising index; anything else shows as an item that nobody expects. */
final class RequireOrder implements KeyedProcessFunction<String, Item, Item> {

    private static final ValueStateSpec<Long> LAST = StateSpec.value("last", Serdes.longs());

    private final Consumer<Item> before;
    private final boolean ordered;

    /**
     * @param before called with each item first, may throw
     * @param ordered whether items come with rising index; else all are handed on
     */
    RequireOrder(Consumer<Item> before, boolean ordered) {
        this.before = before;
        this.ordered = ordered;
    }

    @Override
    public List<StateSpec<?>> states() {
        return List.of(LAST);
    }

    @Override
    public void process(Item item, ProcessContext<String> context, Collector<Item> out) {
        before.accept(item);
        ValueState<Long> last = context.state(LAST);
        Long previous = last.value();
        last.update(item.index());
        boolean rises = !ordered || previous == null || item.index() > previous;
        out.emit(rises ? item : item.withKey("disorder: " + item.index() + " after " + previous));
    }
}
