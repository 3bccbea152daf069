package io.millrace.channel;

import io.millrace.api.KeySelector;
import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.step.Routing;
import io.millrace.element.DataRecord;
import io.millrace.state.KeyRouting;

/**
 * Tells the key and the key group of records: the same way on both ends of an edge.
 *
 * <p>Confined to its task.
 */
public final class KeyExtractor {

    private final String operator;
    private final String task;
    private final KeySelector<Object, Object> selector;
    private final KeyRouting routing;

    /**
     * Creates an extractor.
     *
     * @param operator uid of the operator that the keys are for, for error messages
     * @param task the task that uses it, for error messages
     * @param keys how the records are keyed
     * @param keyGroups number of key groups of the job
     */
    @SuppressWarnings("unchecked") // the API ties selector, records and keys together
    public KeyExtractor(String operator, String task, Routing.ByKey<?, ?> keys, int keyGroups) {
        this.operator = operator;
        this.task = task;
        this.selector = (KeySelector<Object, Object>) keys.selector();
        this.routing = KeyRouting.of(keys.serde(), keyGroups);
    }

    /**
     * Returns the key of a record.
     *
     * @throws RecordFailedException naming the record, if the selector throws or returns null
     */
    @SuppressWarnings("NullAway") // a null value comes only from a source of tombstones; its user's selector expects it
    public Object keyOf(DataRecord element) {
        Object key;
        try {
            key = selector.key(element.value());
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            throw new RecordFailedException(
                    operator, task, element.origin(), Reason.KEY, "the key selector threw " + e, e);
        }
        if (key == null) {
            throw new RecordFailedException(
                    operator,
                    task,
                    element.origin(),
                    Reason.KEY,
                    "the key selector returned null, and a record without a key belongs to no task. Filter such records"
                            + " out before keyBy, or give them a key of their own",
                    null);
        }
        return key;
    }

    /**
     * Returns the key group of a record's key.
     *
     * @throws RecordFailedException naming the record, if the key cannot be written or does not compare by content
     */
    public int keyGroupOf(Object key, DataRecord element) {
        try {
            return routing.keyGroupOf(key);
        } catch (RuntimeException e) {
            throw new RecordFailedException(
                    operator, task, element.origin(), Reason.KEY, String.valueOf(e.getMessage()), e);
        }
    }
}
