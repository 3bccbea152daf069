package io.millrace.kafka;

import io.millrace.element.DataRecord;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends one task's records at once and without a transaction: nothing is held behind a barrier, and what a commit decides
 * does not concern it.
 *
 * <p>Confined to its task; sends are acknowledged by the producer's thread.
 */
final class PlainSinkWriter<T> implements SinkWriter<T> {

    private final OutputRecords<T> records;
    private final TopicReadiness readiness;
    private final PlainClients clients;
    private final PlainDelivery delivery;
    private final SendBudget budget;
    private final SinkContext context;

    /**
     * @param clients belong to the writer from now on
     * @param delivery what is promised of each record
     */
    PlainSinkWriter(OutputRecords<T> records, PlainClients clients, PlainDelivery delivery, SinkContext context) {
        this.records = records;
        this.readiness = new TopicReadiness(records, clients.topics(), context);
        this.clients = clients;
        this.delivery = delivery;
        ProducerSettings settings = clients.settings();
        this.budget =
                new SendBudget(settings.bufferMemory(), settings.batchSize(), clients.producer()::freeMemory, () -> 1);
        this.context = context;
    }

    @Override
    public boolean hasRoom() {
        if (budget.hasRoom(delivery.results().outstanding())) {
            return true;
        }
        delivery.results().whenHalfIsAcknowledged(context::wakeUp);
        return false;
    }

    @Override
    public boolean isReadyFor(DataRecord element) {
        return readiness.isReadyFor(element);
    }

    @Override
    public void write(DataRecord element) {
        ProducerRecord<byte[], byte[]> output = records.make(element);
        budget.sent((int) TopicRules.sizeOf(output));
        clients.producer().send(output, delivery.results());
    }

    @Override
    public CompletionStage<Void> prepare(long checkpointId) {
        return delivery.atBarrier(clients.producer());
    }

    @Override
    public void committed(long checkpointId) {
        // what it covers was sent before
    }

    @Override
    public void aborted(long checkpointId) {
        // what it would have covered was sent before
    }

    @Override
    public void close() {
        clients.close();
    }
}
