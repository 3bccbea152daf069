package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceContext;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SplitEnumerator;
import java.util.Optional;

/** Reads the partitions of Kafka topics. Immutable. */
final class KafkaSource<T> implements SourceConnector<T> {

    private final ClientSettings client;
    private final SourceSettings settings;
    private final RecordDeserializer<T> deserializer;

    KafkaSource(ClientSettings client, SourceSettings settings, RecordDeserializer<T> deserializer) {
        this.client = client;
        this.settings = settings;
        this.deserializer = deserializer;
    }

    @Override
    public SplitEnumerator openEnumerator(SourceContext context) {
        throw new UnsupportedOperationException("Not built yet");
    }

    @Override
    public SourceReader<T> openReader(ReaderContext context) {
        throw new UnsupportedOperationException("Not built yet");
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "Kafka topics " + settings.topics();
    }
}
