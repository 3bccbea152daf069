package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Kafka's own clients, the machine's clock, and threads. */
enum RealClients implements KafkaClients {
    INSTANCE;

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config) {
        return new KafkaProducer<>(config);
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated) {
        MetadataListener values = new MetadataListener(metadataUpdated);
        return config.containsKey(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG)
                ? new InterceptedConsumer(config, values)
                : new KafkaConsumer<>(config, new ByteArrayDeserializer(), values);
    }

    @Override
    public AdminCalls admin(Map<String, Object> config, Duration bound) {
        return new ClientAdminCalls(Admin.create(config), bound);
    }

    @Override
    public Clock clock() {
        return Clock.system();
    }

    @Override
    public Background background(String name) {
        return new BackgroundThreads(name);
    }
}
