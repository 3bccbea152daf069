package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.OperatorContext;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SourceSplit;
import io.millrace.spi.SplitEnumerator;
import java.util.List;
import java.util.Map;
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
        return new KafkaSplitEnumerator(connection.settings(), settings, admin, GroupOffsets.of(admin, group), context);
    }

    @Override
    public SourceReader<T> openReader(ReaderContext context) {
        return context.splits().stream().map(KafkaPosition::of).allMatch(KafkaPosition::isMissing)
                ? new WaitingReader<>(settings.isBounded(), context.splits(), splits -> openReader(context, splits))
                : openReader(context, context.splits());
    }

    private SourceReader<T> openReader(ReaderContext context, List<SourceSplit> splits) {
        String clientId = connection.settings().clientId(context.jobName(), context.uid() + "-" + context.subtask());
        Map<String, Object> config = ConsumerSettings.of(connection.settings(), clientId);
        return new KafkaSourceReader<>(
                metadataUpdated -> connection.clients().consumer(config, metadataUpdated),
                deserializer,
                new LostRecords(settings.lost(), context.uid(), context.metrics()),
                context,
                splits.stream().map(KafkaPosition::of).toList());
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
