package io.millrace.kafka;

import io.millrace.spi.SinkContext;
import java.util.HashSet;
import java.util.Set;

/**
 * The clients of one writer that has no part in the job's transaction.
 *
 * <p>Confined to the writer's task.
 *
 * @param settings of the producer
 * @param producer sends
 * @param topics what the topics take
 * @param admin asks for that
 */
record PlainClients(ProducerSettings settings, PlainProducer producer, TopicCatalog topics, ClusterAdmin admin)
        implements AutoCloseable {

    static PlainClients open(Connection connection, DeliveryGuarantee guarantee, SinkContext context) {
        ClientSettings settings = connection.settings();
        String name = context.uid() + "-" + context.subtask();
        ProducerSettings producer =
                ProducerSettings.plain(settings, guarantee, settings.clientId(context.jobName(), name));
        ClusterAdmin admin = ClusterAdmin.open(connection, settings.clientId(context.jobName(), name + "-topics"));
        try {
            return open(connection.clients(), producer, admin, reserved(settings, admin, context), context);
        } catch (RuntimeException e) {
            admin.close();
            throw e;
        }
    }

    private static PlainClients open(
            KafkaClients clients,
            ProducerSettings settings,
            ClusterAdmin admin,
            Set<String> reserved,
            SinkContext context) {
        String name = "millrace-" + context.jobName() + "-" + context.uid() + "-" + context.subtask();
        PlainProducer producer = PlainProducer.open(clients, settings.config(), name, context);
        try {
            Background background = clients.background(name + "-topics");
            TopicCatalog topics =
                    new TopicCatalog(admin, settings.recordLimit(), reserved, producer::learn, background);
            return new PlainClients(settings, producer, topics, admin);
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
    }

    /** The commit topic by its usual name here, and the one that the job has if it is on this cluster. */
    private static Set<String> reserved(ClientSettings settings, ClusterAdmin admin, SinkContext context) {
        Set<String> names = new HashSet<>();
        names.add(KafkaNames.commitTopic(settings, context.jobName()));
        if (context.commitLog() instanceof KafkaCommitLog commitLog) {
            commitLog.topicOn(admin.clusterId()).ifPresent(names::add);
        }
        return names;
    }

    @Override
    public void close() {
        topics.close();
        try {
            producer.close();
        } finally {
            admin.close();
        }
    }
}
