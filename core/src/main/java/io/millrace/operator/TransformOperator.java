package io.millrace.operator;

import io.millrace.api.Collector;
import io.millrace.api.step.ElementFunction;
import io.millrace.element.DataRecord;

/** Behind {@code map}, {@code filter} and {@code flatMap}. Confined to its task. */
public final class TransformOperator extends FunctionOperator {

    private final ElementFunction<Object, Object> function;

    @SuppressWarnings("unchecked") // the API ties the types of neighbouring steps together
    public TransformOperator(OperatorId id, ElementFunction<?, ?> function, RecordErrors errors, Receiver next) {
        super(id, errors, next);
        this.function = (ElementFunction<Object, Object>) function;
    }

    @Override
    public void open() {
        // a stateless function is shared by all tasks and has no life cycle
    }

    @Override
    @SuppressWarnings("NullAway") // a null value comes only from a source of tombstones; its user's function expects it
    void call(DataRecord element, Collector<Object> out) throws Exception {
        function.apply(element.value(), out);
    }

    @Override
    public void close() {
        // nothing was opened
    }
}
