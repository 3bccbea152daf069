package io.millrace.samples.demo;

import io.millrace.testkit.CountCheck;
import io.millrace.testkit.CountVerdict;
import io.millrace.testkit.Observer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The independent reader: sees of the output what any {@code read_committed} reader sees, and checks it. Confined to one thread. */
final class OutputReader implements AutoCloseable {

    private final Observer observer;
    private final CountCheck check = new CountCheck();
    private int looked;

    OutputReader(String bootstrapServers) {
        this.observer = new Observer(bootstrapServers, DemoSettings.OUTPUT);
    }

    /** Reads what has become visible since, and returns how many updates were seen in all. */
    long read() {
        List<ConsumerRecord<String, String>> all = observer.readToEnd();
        all.subList(looked, all.size()).forEach(check::add);
        looked = all.size();
        return check.updates();
    }

    Map<String, Long> counts() {
        return check.counts();
    }

    CountVerdict verdict(Map<String, Long> expected) {
        return check.verdict(expected);
    }

    @Override
    public void close() {
        observer.close();
    }
}
