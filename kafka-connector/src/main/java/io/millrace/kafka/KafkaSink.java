package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CommitLogProvider;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SinkContext;
import io.millrace.spi.SinkWriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;

/**
 * Writes Kafka topics. Two sinks are equal if all that they were made of is. Immutable.
 *
 * @param connection to the cluster
 * @param settings where it writes, and what it promises
 * @param serializer makes the records
 */
record KafkaSink<T>(Connection connection, SinkSettings settings, KafkaRecordSerializer<T> serializer)
        implements SinkConnector<T> {

    @Override
    public Optional<CommitLogProvider> commitLog() {
        return settings.guarantee() == DeliveryGuarantee.EXACTLY_ONCE
                ? Optional.of(new KafkaCommitLogProvider(connection))
                : Optional.empty();
    }

    @Override
    public void check(String jobName) {
        String topic = settings.topic();
        if (topic != null && topic.equals(KafkaNames.commitTopic(connection.settings(), jobName))) {
            throw writesToCommitTopic(jobName, topic);
        }
        String client = connection.settings().clientId(jobName, "check-" + (topic == null ? "sink" : topic));
        try (ClusterAdmin admin = ClusterAdmin.open(connection, client)) {
            admin.clusterId();
            if (topic != null) {
                requireWritable(admin, topic);
            }
        }
    }

    private static void requireWritable(ClusterAdmin admin, String topic) {
        Set<String> wanted = Set.of(topic);
        Map<String, TopicDescription> found = TopicRights.explained(
                admin, wanted, AclOperation.WRITE, () -> admin.topics(wanted, ClusterAdmin.METADATA_LAG));
        TopicDescription output = found.get(topic);
        if (output == null) {
            throw MissingTopics.toWrite(admin.bootstrapServers(), wanted, found.keySet());
        }
        TopicRights.require(admin, output, AclOperation.WRITE);
    }

    @Override
    public SinkWriter<T> openWriter(SinkContext context) {
        return settings.guarantee() == DeliveryGuarantee.EXACTLY_ONCE ? openTransactional(context) : openPlain(context);
    }

    private SinkWriter<T> openTransactional(SinkContext context) {
        if (context.commitLog() instanceof KafkaCommitLog commitLog) {
            OutputRecords<T> records = records(context, commitLog.topics());
            return new KafkaSinkWriter<>(
                    records,
                    new TopicReadiness(records, commitLog.topics(), context),
                    commitLog.transaction(),
                    commitLog.producerSettings(),
                    context);
        }
        throw new IllegalStateException(
                "A Kafka sink needs the commit log that it offers, but was given " + context.commitLog());
    }

    private SinkWriter<T> openPlain(SinkContext context) {
        PlainClients clients = PlainClients.open(connection, settings.guarantee(), context);
        try {
            OutputRecords<T> records = records(context, clients.topics());
            PlainDelivery delivery = settings.guarantee() == DeliveryGuarantee.AT_LEAST_ONCE
                    ? new PlainDelivery.AtLeastOnce(context, records.toString())
                    : new PlainDelivery.FireAndForget(context, records.toString());
            return new PlainSinkWriter<>(records, clients, delivery, context);
        } catch (RuntimeException e) {
            clients.close();
            throw e;
        }
    }

    private OutputRecords<T> records(SinkContext context, TopicCatalog topics) {
        String topic = settings.topic();
        return new OutputRecords<>(serializer, topic == null ? null : ownTopic(context, topic, topics), topics);
    }

    private static TopicRules ownTopic(SinkContext context, String topic, TopicCatalog topics) {
        if (topics.isReserved(topic)) {
            throw writesToCommitTopic(context.jobName(), topic);
        }
        return topics.ask(topic)
                .orElseThrow(problem -> new AttemptFailedException("Job '" + context.jobName() + "': sink '"
                        + context.uid() + "' writes to topic '" + topic + "', " + problem));
    }

    private static StartRefusedException writesToCommitTopic(String jobName, String topic) {
        return new StartRefusedException("Job '" + jobName + "': a sink writes to '" + topic
                + "', which is the job's commit topic. Nothing but the job's commits may be there: write to another topic, or"
                + " name the commit topic otherwise");
    }

    @Override
    public String toString() {
        return settings.topic() == null ? "Kafka topics" : "Kafka topic " + settings.topic();
    }
}
