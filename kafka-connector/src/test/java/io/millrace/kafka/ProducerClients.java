package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Clients for those who need nothing but one producer. */
record ProducerClients(Producer<byte[], byte[]> producer, Clock clock) implements KafkaClients {

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config) {
        return producer;
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AdminCalls admin(Map<String, Object> config, Duration bound) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Background background(String name) {
        return new BackgroundThreads(name);
    }
}
