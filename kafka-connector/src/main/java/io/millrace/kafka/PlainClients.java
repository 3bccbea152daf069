package io.millrace.kafka;

import io.millrace.spi.SinkContext;
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
        String job = context.jobName();
        String name = context.uid() + "-" + context.subtask();
        ProducerSettings producer = ProducerSettings.plain(settings, guarantee, settings.clientId(job, name));
        ClusterAdmin admin = ClusterAdmin.open(connection, settings.clientId(job, name + "-topics"));
        TopicCatalog topics = new TopicCatalog(
                admin,
                producer.maxRequestSize(),
                Set.of(KafkaNames.commitTopic(settings, job)),
                connection.clients().background("millrace-" + job + "-" + name + "-topics"));
        try {
            return new PlainClients(
                    producer,
                    new PlainProducer(connection.clients(), producer.config(), "millrace-" + job + "-" + name),
                    topics,
                    admin);
        } catch (RuntimeException e) {
            topics.close();
            admin.close();
            throw e;
        }
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
