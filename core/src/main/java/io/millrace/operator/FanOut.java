package io.millrace.operator;

import io.millrace.element.DataRecord;
import java.util.List;

/** Hands each record to several receivers, in their order. Confined to its task. */
final class FanOut implements Receiver {

    private final Receiver[] receivers;

    FanOut(List<Receiver> receivers) {
        this.receivers = receivers.toArray(Receiver[]::new);
    }

    @Override
    public void receive(DataRecord element) throws Exception {
        for (Receiver receiver : receivers) {
            receiver.receive(element);
        }
    }
}
