package io.millrace.operator;

import io.millrace.api.RecordFailedException;
import io.millrace.element.DataRecord;

/**
 * The way out to a keyed operator: what its key selector fails on is the keyed operator's failure, found out by the task
 * before it.
 *
 * <p>Confined to its task.
 */
public final class KeyedOutput implements Receiver {

    private final Receiver outbox;
    private final RecordErrors errors;

    /**
     * @param outbox asks for the key and calls nobody
     * @param errors of the keyed operator
     */
    public KeyedOutput(Receiver outbox, RecordErrors errors) {
        this.outbox = outbox;
        this.errors = errors;
    }

    @Override
    public void receive(DataRecord element) throws Exception {
        try {
            outbox.receive(element);
        } catch (RecordFailedException e) {
            errors.failed(element, e.reason(), e);
        }
    }
}
