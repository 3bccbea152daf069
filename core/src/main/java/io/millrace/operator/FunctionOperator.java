package io.millrace.operator;

import io.millrace.api.Collector;
import io.millrace.api.RecordFailedException;
import io.millrace.element.DataRecord;

/**
 * Calls a function of the user for each record. What the function throws is reported with operator, task and origin of
 * the record.
 *
 * <p>Confined to its task.
 */
abstract class FunctionOperator implements Operator {

    private final OperatorId id;
    private final Emitter emitter;

    FunctionOperator(OperatorId id, Receiver next) {
        this.id = id;
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
            throw e instanceof RecordFailedException failed
                    ? failed
                    : RecordFailedException.of(id.uid(), id.task().toString(), element.origin(), e);
        } finally {
            emitter.end();
        }
        emitter.rethrow();
    }
}
