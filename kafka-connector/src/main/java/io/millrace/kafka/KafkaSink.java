package io.millrace.kafka;

import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;

/** Writes a Kafka topic exactly once. Immutable. */
final class KafkaSink<T> implements SinkConnector<T> {

    private final Connection connection;
    private final String topic;
    private final KafkaRecordSerializer<T> serializer;

    KafkaSink(Connection connection, String topic, KafkaRecordSerializer<T> serializer) {
        this.connection = connection;
        this.topic = topic;
        this.serializer = serializer;
    }

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return Optional.of(new KafkaCommitLogProvider(connection));
    }

    @Override
    public void check(String jobName) {
        try (ClusterAdmin admin =
                ClusterAdmin.open(connection, connection.settings().clientId(jobName, "check-" + topic))) {
            admin.clusterId();
            Set<String> wanted = Set.of(topic);
            Map<String, TopicDescription> found = TopicRights.explained(
                    admin, wanted, AclOperation.WRITE, () -> admin.topics(wanted, ClusterAdmin.METADATA_LAG));
            TopicDescription output = found.get(topic);
            if (output == null) {
                throw MissingTopics.toWrite(admin.bootstrapServers(), wanted, found.keySet());
            }
            TopicRights.require(admin, output, AclOperation.WRITE);
        }
    }

    @Override
    public SinkWriter<T> openWriter(SinkContext context) {
        if (context.commitLog() instanceof KafkaCommitLog commitLog) {
            return new KafkaSinkWriter<>(
                    serializer,
                    commitLog.sizeLimit(topic),
                    commitLog.transaction(),
                    commitLog.producerSettings(),
                    context);
        }
        throw new IllegalStateException(
                "A Kafka sink needs the commit log that it offers, but was given " + context.commitLog());
    }

    @Override
    public String toString() {
        return "Kafka topic " + topic;
    }
}
