package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.ReaderContext;
import io.millrace.spi.SourceConnector;
import io.millrace.spi.SourceContext;
import io.millrace.spi.SourceReader;
import io.millrace.spi.SplitEnumerator;
import io.millrace.time.Clock;
import java.util.Optional;
import org.apache.kafka.clients.consumer.KafkaConsumer;

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
        ClusterAdmin admin = ClusterAdmin.open(
                client, client.clientId(context.jobName(), context.uid() + "-enumerator"), Clock.system());
        String group = settings.consumerGroup() == null
                ? KafkaNames.consumerGroup(context.jobName())
                : settings.consumerGroup();
        return new KafkaSplitEnumerator(client, settings, admin, GroupOffsets.of(admin, group));
    }

    @Override
    public SourceReader<T> openReader(ReaderContext context) {
        if (context.splits().isEmpty()) {
            return new IdleReader<>(settings.bounded());
        }
        String clientId = client.clientId(context.jobName(), context.uid() + "-" + context.subtask());
        return new KafkaSourceReader<>(
                new KafkaConsumer<>(ConsumerSettings.of(client, clientId)),
                deserializer,
                context.splits().stream().map(KafkaPosition::of).toList());
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.of(new KafkaCommitLogProvider(client));
    }

    @Override
    public String toString() {
        return "Kafka topics " + settings.topics();
    }
}
