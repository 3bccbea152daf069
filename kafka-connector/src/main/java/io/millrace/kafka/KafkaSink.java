package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.Optional;

/** Writes a Kafka topic exactly once. Immutable. */
final class KafkaSink<T> implements SinkConnector<T> {

    private final ClientSettings client;
    private final String topic;
    private final KafkaRecordSerializer<T> serializer;

    KafkaSink(ClientSettings client, String topic, KafkaRecordSerializer<T> serializer) {
        this.client = client;
        this.topic = topic;
        this.serializer = serializer;
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.empty();
    }

    @Override
    public void check(String jobName) {
        throw new UnsupportedOperationException("Not built yet");
    }

    @Override
    public SinkWriter<T> openWriter(SinkContext context) {
        throw new UnsupportedOperationException("Not built yet");
    }

    @Override
    public String toString() {
        return "Kafka topic " + topic;
    }
}
