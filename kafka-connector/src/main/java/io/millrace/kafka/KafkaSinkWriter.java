package io.millrace.kafka;

import io.millrace.element.DataRecord;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends one task's records in the job's transaction. From a barrier until its checkpoint is decided it holds what comes
 * after in memory, so that the transaction contains exactly what the checkpoint covers.
 *
 * <p>Confined to its task; sends are acknowledged by the producer's thread.
 */
final class KafkaSinkWriter<T> implements SinkWriter<T> {

    private static final int MAX_HELD_RECORDS = 65_536;

    private final OutputRecords<T> records;
    private final TopicReadiness topics;
    private final TransactionOwner transaction;
    private final SinkContext context;
    private final Acknowledgements acknowledgements;
    private final SendBudget budget;
    private final long producerMemory;
    private final HoldQueue<ProducerRecord<byte[], byte[]>> held = new HoldQueue<>();
    private final Map<Long, CompletableFuture<Void>> prepared = new HashMap<>();

    KafkaSinkWriter(
            OutputRecords<T> records,
            TopicReadiness topics,
            TransactionOwner transaction,
            ProducerSettings producer,
            SinkContext context) {
        this.records = records;
        this.topics = topics;
        this.transaction = transaction;
        this.context = context;
        this.acknowledgements = new Acknowledgements(records.toString(), transaction::sendFailed);
        this.producerMemory = producer.bufferMemory();
        this.budget =
                new SendBudget(producerMemory, producer.batchSize(), transaction::freeMemory, transaction::writers);
        transaction.join(acknowledgements);
    }

    @Override
    public boolean hasRoom() {
        if (held.isHolding()) {
            return held.records() < MAX_HELD_RECORDS && held.bytes() < maxHeldBytes();
        }
        if (budget.hasRoom(acknowledgements.outstanding())) {
            return true;
        }
        acknowledgements.whenHalfIsAcknowledged(context::wakeUp);
        return false;
    }

    /** What all writers hold fits into half of the producer's memory, so that it can be sent without waiting. */
    private long maxHeldBytes() {
        return producerMemory / 2 / Math.max(1, transaction.writers());
    }

    @Override
    public boolean isReadyFor(DataRecord element) {
        return topics.isReadyFor(element);
    }

    @Override
    public void write(DataRecord element) {
        ProducerRecord<byte[], byte[]> output = records.make(element);
        if (held.isHolding()) {
            held.hold(output, (int) TopicRules.sizeOf(output));
        } else {
            send(output);
        }
    }

    private void send(ProducerRecord<byte[], byte[]> output) {
        budget.sent((int) TopicRules.sizeOf(output));
        transaction.send(output, acknowledgements);
    }

    @Override
    public CompletionStage<Void> prepare(long checkpointId) {
        CompletableFuture<Void> result = new CompletableFuture<>();
        prepared.put(checkpointId, result);
        boolean allSent = !held.isHolding();
        held.barrier(checkpointId);
        if (allSent) {
            awaitAcknowledgements(checkpointId);
        }
        return result;
    }

    /** Everything before the barrier has been sent, and nothing more is until its checkpoint is decided. */
    private void awaitAcknowledgements(long checkpointId) {
        CompletableFuture<Void> result = prepared.get(checkpointId);
        if (result == null) {
            throw new IllegalStateException("Checkpoint " + checkpointId + " was never prepared");
        }
        acknowledgements.allSoFar().thenRun(() -> result.complete(null));
        transaction.holds(acknowledgements, checkpointId);
    }

    @Override
    public void committed(long checkpointId) {
        prepared.remove(checkpointId);
        release(held.first(), held.committed(checkpointId));
    }

    @Override
    public void aborted(long checkpointId) {
        prepared.remove(checkpointId); // nobody waits for it any more; a failure would end the attempt
        release(held.first(), held.aborted(checkpointId));
    }

    private void release(OptionalLong firstBefore, List<ProducerRecord<byte[], byte[]>> released) {
        released.forEach(this::send);
        OptionalLong first = held.first();
        if (first.isPresent() && !first.equals(firstBefore)) {
            awaitAcknowledgements(first.getAsLong());
        }
    }

    @Override
    public void close() {
        transaction.leave(acknowledgements);
        prepared.clear();
    }
}
