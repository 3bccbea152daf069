package io.millrace.operator;

import io.millrace.element.DataRecord;
import java.util.List;

/** Takes records: an operator, the way out of a chain, or several of them. Confined to its task. */
@FunctionalInterface
public interface Receiver {

    /** Processes one record, and everything that follows from it, before it returns. */
    void receive(DataRecord element) throws Exception;

    /** One receiver in front of any number. */
    static Receiver all(List<Receiver> receivers) {
        return receivers.size() == 1 ? receivers.get(0) : new FanOut(receivers);
    }
}
