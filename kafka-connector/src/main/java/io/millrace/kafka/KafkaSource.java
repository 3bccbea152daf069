package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SplitEnumerator;
import java.util.Optional;

/** Reads the partitions of Kafka topics. Immutable. */
final class KafkaSource<T> implements SourceConnector<T> {

    private final Connection connection;
    private final SourceSettings settings;
    private final RecordDeserializer<T> deserializer;

    KafkaSource(Connection connection, SourceSettings settings, RecordDeserializer<T> deserializer) {
        this.connection = connection;
        this.settings = settings;
        this.deserializer = deserializer;
    }

    @Override
    public SplitEnumerator openEnumerator(OperatorContext context) {
        ClusterAdmin admin = ClusterAdmin.open(
                connection, connection.settings().clientId(context.jobName(), context.uid() + "-enumerator"));
        String group = settings.consumerGroup() == null
                ? KafkaNames.consumerGroup(context.jobName())
                : settings.consumerGroup();
        return new KafkaSplitEnumerator(connection.settings(), settings, admin, GroupOffsets.of(admin, group));
    }

    @Override
    public SourceReader<T> openReader(ReaderContext context) {
        if (context.splits().isEmpty()) {
            return new IdleReader<>(settings.bounded());
        }
        String clientId = connection.settings().clientId(context.jobName(), context.uid() + "-" + context.subtask());
        return new KafkaSourceReader<>(
                connection.clients().consumer(ConsumerSettings.of(connection.settings(), clientId)),
                deserializer,
                context.keepsRaw(),
                context.splits().stream().map(KafkaPosition::of).toList());
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.of(new KafkaCommitLogProvider(connection));
    }

    @Override
    public String toString() {
        return "Kafka topics " + settings.topics();
    }
}
