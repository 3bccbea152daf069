package io.millrace.kafka;

import io.millrace.testkit.EmbeddedKafka;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A real broker does what the conformance suite asks for; so the simulated cluster, which passes it too, may stand for one. */
class RealConformanceIT extends KafkaConformance {

    private static RealCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new RealCluster(EmbeddedKafka.start());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Override
    public ConformanceCluster cluster() {
        return cluster;
    }

    private static final class RealCluster implements ConformanceCluster {

        private static final Duration PATIENCE = Duration.ofSeconds(30);

        private final EmbeddedKafka broker;
        private final Producer<byte[], byte[]> producer;

        RealCluster(EmbeddedKafka broker) {
            this.broker = broker;
            this.producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", broker.bootstrapServers()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        }

        @Override
        public String bootstrapServers() {
            return broker.bootstrapServers();
        }

        @Override
        public KafkaClients clients() {
            return RealClients.INSTANCE;
        }

        @Override
        public void createTopic(String name, int partitions) {
            broker.createTopic(name, partitions);
        }

        @Override
        public void deleteTopic(String name) {
            get(broker.admin().deleteTopics(List.of(name)).all());
        }

        @Override
        public void growTopic(String name, int partitions) {
            get(broker.admin()
                    .createPartitions(Map.of(name, NewPartitions.increaseTo(partitions)))
                    .all());
        }

        @Override
        public void deleteRecordsBefore(TopicPartition partition, long offset) {
            get(broker.admin()
                    .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                    .all());
        }

        @Override
        public void append(TopicPartition partition, ProducerRecord<byte[], byte[]> record) {
            try {
                producer.send(record).get();
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
            return get(broker.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        }

        private static <T> T get(KafkaFuture<T> answer) {
            try {
                return answer.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void await(String what, BooleanSupplier until) {
            org.awaitility.Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(10))
                    .until(until::getAsBoolean);
        }

        @Override
        public void close() {
            producer.close();
            broker.close();
        }
    }
}
