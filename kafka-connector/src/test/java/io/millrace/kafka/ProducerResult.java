package io.millrace.kafka;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;

/** What becomes of one send; whoever asks for it too early waits as simulated code does. */
final class ProducerResult extends CompletableFuture<RecordMetadata> {

    private final ClientHost host;

    ProducerResult(ClientHost host) {
        this.host = host;
    }

    @Override
    public RecordMetadata get() throws InterruptedException, ExecutionException {
        host.await("a record's acknowledgement", SimulatedProducer.FOR_EVER, this::isDone);
        return super.get();
    }

    @Override
    public RecordMetadata get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (!isDone()
                && !host.await("a record's acknowledgement", Duration.of(timeout, unit.toChronoUnit()), this::isDone)) {
            throw new TimeoutException("Not acknowledged within " + timeout + " " + unit);
        }
        return super.get();
    }
}
