package io.millrace.operator;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Collector;
import io.millrace.api.KeyedProcessFunction;
import io.millrace.api.MisuseException;
import io.millrace.api.state.StateSpec;
import io.millrace.channel.KeyExtractor;
import io.millrace.element.DataRecord;
import io.millrace.spi.KeyedStateStore;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Behind every operator with state per key: one function instance and the state of the task's key groups.
 *
 * <p>Confined to its task.
 */
public final class KeyedProcessOperator extends FunctionOperator {

    private final Supplier<? extends KeyedProcessFunction<?, ?, ?>> factory;
    private final KeyExtractor keys;
    private final KeyedStateSetup setup;

    private @Nullable KeyedProcessFunction<Object, Object, Object> function;
    private @Nullable KeyedStateStore store;
    private @Nullable KeyContext context;

    public KeyedProcessOperator(
            OperatorId id,
            Supplier<? extends KeyedProcessFunction<?, ?, ?>> factory,
            KeyExtractor keys,
            KeyedStateSetup setup,
            RecordErrors errors,
            Receiver next) {
        super(id, errors, next);
        this.factory = factory;
        this.keys = keys;
        this.setup = setup;
    }

    @Override
    @SuppressWarnings("unchecked") // the API ties the types of neighbouring steps together
    public void open() throws Exception {
        var instance = (KeyedProcessFunction<Object, Object, Object>)
                requireNonNull(factory.get(), "the function of operator " + id().uid());
        function = instance;
        List<StateSpec<?>> states = instance.states();
        store = setup.open(id(), states);
        context = new KeyContext(id().uid(), store, states);
        instance.open();
    }

    @Override
    @SuppressWarnings("NullAway") // set by open; and a null value comes only from a source of tombstones
    void call(DataRecord element, Collector<Object> out) throws Exception {
        Object key = keys.keyOf(element);
        int keyGroup = keys.keyGroupOf(key, element);
        requireOwn(key, keyGroup);
        store.setCurrentKey(key, keyGroup);
        context.set(key, element.timestamp());
        function.process(element.value(), context, out);
    }

    /** Captures the state as it is now. */
    public OperatorCapture capture(long checkpointId) {
        return new OperatorCapture.KeyedState(
                id().uid(), requireNonNull(store, "store").capture(checkpointId));
    }

    @Override
    public void close() throws Exception {
        Closer closer = new Closer();
        closer.close(function);
        closer.close(store);
        function = null;
        store = null;
        closer.rethrow();
    }

    private void requireOwn(Object key, int keyGroup) {
        if (!setup.keyGroups().contains(keyGroup)) {
            throw new MisuseException(
                    "Operator '" + id().uid() + "': the key " + key + " belongs to key group " + keyGroup
                            + ", but the record came to the task of " + setup.keyGroups()
                            + ": the key selector must give the same key for the same value, always");
        }
    }
}
