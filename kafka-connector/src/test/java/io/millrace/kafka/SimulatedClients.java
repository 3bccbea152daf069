package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The clients of one simulated process. */
record SimulatedClients(ClientHost host, SimulatedNetwork network, SimulatedBrokers brokers, KafkaFaults faults)
        implements KafkaClients {

    @Override
    public Producer<byte[], byte[]> producer(Map<String, Object> config) {
        return config.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)
                ? new SimulatedProducer(host, network, brokers, faults, config)
                : new SimulatedPlainProducer(host, network, brokers, faults, config);
    }

    @Override
    public Consumer<byte[], byte[]> consumer(Map<String, Object> config, Runnable metadataUpdated) {
        return new SimulatedConsumer(host, network, brokers, faults, config, metadataUpdated);
    }

    @Override
    public AdminCalls admin(Map<String, Object> config, Duration bound) {
        return new SimulatedAdmin(host, network, brokers, config, bound);
    }

    @Override
    public Clock clock() {
        return host.clock();
    }

    @Override
    public Background background(String name) {
        return host.background(name);
    }
}
