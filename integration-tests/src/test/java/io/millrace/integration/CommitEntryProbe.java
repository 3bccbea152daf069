package io.millrace.integration;

import io.millrace.kafka.Kafka;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Asks a probe within a commit: when the brokers have the commit log's entry, and the commit was not yet asked for.
 *
 * <p>It blocks the producer's network thread, so nothing gets past it. Kafka's client makes it, and hands it its configuration.
 */
public final class CommitEntryProbe implements ProducerInterceptor<byte[], byte[]> {

    private static final String PROBE = "millrace.test.probe";

    private Probe probe = Probe.NONE;

    /** Adds it to the producer of a connection. */
    static Kafka addTo(Kafka kafka, Probe probe) {
        return kafka.setting("producer.interceptor.classes", CommitEntryProbe.class.getName())
                .setting("producer." + PROBE, probe);
    }

    @Override
    public void configure(Map<String, ?> configuration) {
        probe = (Probe) Optional.<Object>ofNullable(configuration.get(PROBE)).orElse(Probe.NONE);
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> output) {
        return output;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception failure) {
        if (failure == null && metadata.topic().endsWith("-commits")) {
            try {
                probe.reached(Point.ENTRY_WRITTEN, "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {}
}
