package io.millrace.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A transaction of a producer outside of the simulated processes; takes effect at once. */
public final class StrangersTransaction {

    private final SimulatedBrokers brokers;
    private final ProducerIdentity writer;
    private final Map<TopicPartition, Integer> sequences = new HashMap<>();

    StrangersTransaction(SimulatedBrokers brokers, ProducerIdentity writer) {
        this.brokers = brokers;
        this.writer = writer;
    }

    /** Appends one record. */
    public StrangersTransaction append(TopicPartition to, ProducerRecord<byte[], byte[]> record) {
        int sequence = sequences.merge(to, 1, Integer::sum) - 1;
        brokers.append(to, writer, sequence, List.of(record));
        return this;
    }

    public void commit() {
        end(true);
    }

    public void abort() {
        end(false);
    }

    private void end(boolean committed) {
        sequences.keySet().forEach(each -> brokers.appendMarker(each, writer.nextEpoch(), committed));
        sequences.clear();
    }
}
