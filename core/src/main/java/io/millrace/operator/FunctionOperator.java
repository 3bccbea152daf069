package io.millrace.operator;

import io.millrace.api.Collector;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.element.DataRecord;

/**
 * Calls a function of the user for each record. What the function throws goes to the operator's {@link RecordErrors}; what
 * it changed and emitted before stays.
 *
 * <p>Confined to its task.
 */
abstract class FunctionOperator implements Operator {

    private final OperatorId id;
    private final RecordErrors errors;
    private final Emitter emitter;

    FunctionOperator(OperatorId id, RecordErrors errors, Receiver next) {
        this.id = id;
        this.errors = errors;
        this.emitter = new Emitter(next);
    }

    /** Calls the function. */
    abstract void call(DataRecord element, Collector<Object> out) throws Exception;

    final OperatorId id() {
        return id;
    }

    @Override
    public final void receive(DataRecord element) throws Exception {
        emitter.begin(element);
        try {
            call(element, emitter);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            emitter.rethrow(); // not this operator's: it came from further down
            errors.failed(element, Reason.FUNCTION, e);
        } finally {
            emitter.end();
        }
        emitter.rethrow();
    }
}
