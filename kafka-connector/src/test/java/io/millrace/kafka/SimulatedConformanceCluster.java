package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.simulation.SeededScheduler;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A simulated cluster, and a thread of the test that uses it and runs the world while it waits. */
final class SimulatedConformanceCluster implements ConformanceCluster {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SeededScheduler world;
    private final SimulatedKafka kafka;
    private final OutsideHost host;

    SimulatedConformanceCluster(long seed, BrokerLimits limits) {
        world = new SeededScheduler(seed);
        kafka = new SimulatedKafka(world, KafkaFaults.none(world.random()), limits);
        host = new OutsideHost(world, "test");
    }

    SeededScheduler world() {
        return world;
    }

    SimulatedKafka kafka() {
        return kafka;
    }

    /** Lets time pass. */
    void sleep(Duration time) {
        host.sleep(time);
    }

    @Override
    public String bootstrapServers() {
        return "simulated:9092";
    }

    @Override
    public KafkaClients clients() {
        return kafka.clients(host);
    }

    @Override
    public void createTopic(String name, int partitions) {
        kafka.createTopic(name, partitions);
    }

    @Override
    public void deleteTopic(String name) {
        kafka.deleteTopic(name);
    }

    @Override
    public void growTopic(String name, int partitions) {
        kafka.growTopic(name, partitions);
    }

    @Override
    public void deleteRecordsBefore(TopicPartition partition, long offset) {
        kafka.deleteRecordsBefore(partition, offset);
    }

    @Override
    public void append(TopicPartition partition, ProducerRecord<byte[], byte[]> record) {
        kafka.append(partition, record);
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        return kafka.groupOffsets(group);
    }

    @Override
    public void await(String what, BooleanSupplier until) {
        long end = host.nanos() + PATIENCE.toNanos();
        while (!until.getAsBoolean()) {
            assertThat(host.nanos()).as(what).isLessThan(end);
            host.sleep(Duration.ofMillis(10));
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
