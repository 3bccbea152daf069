package io.millrace.operator;

import io.millrace.api.Collector;
import io.millrace.api.MisuseException;
import io.millrace.element.DataRecord;
import org.jspecify.annotations.Nullable;

/**
 * Takes the outputs of a user's function and hands them to what comes next, with timestamp and origin of the record
 * that caused them.
 *
 * <p>A failure further down passes through the user's function, which might catch it. So it is kept here, and the
 * operator throws it again when the function returns.
 *
 * <p>Confined to its operator.
 */
final class Emitter implements Collector<Object> {

    private final Receiver next;
    private @Nullable DataRecord cause;
    private @Nullable Throwable failure;

    Emitter(Receiver next) {
        this.next = next;
    }

    /** A call of the user's function for {@code element} begins. */
    void begin(DataRecord element) {
        cause = element;
    }

    /** The call is over. */
    void end() {
        cause = null;
    }

    /** Throws what went wrong further down, if anything did. */
    void rethrow() throws Exception {
        Throwable thrown = failure;
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (Exception) thrown;
        }
    }

    @Override
    public void emit(Object value) {
        DataRecord current = cause;
        if (current == null) {
            throw new MisuseException("A collector may be used only during the call that it was handed to, by the"
                    + " thread of that call; do not keep it");
        }
        DataRecord output =
                value == current.value() ? current : new DataRecord(value, current.timestamp(), current.origin());
        try {
            next.receive(output);
        } catch (Throwable e) {
            failure = e;
            throw Emitter.<RuntimeException>rethrow(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException rethrow(Throwable e) throws E {
        throw (E) e; // emit declares nothing, and what is thrown must arrive as it is
    }
}
