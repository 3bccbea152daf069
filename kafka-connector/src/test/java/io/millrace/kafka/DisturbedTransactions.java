package io.millrace.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Processes that write transactions of two records under one transactional id, one taking over from the other. */
final class DisturbedTransactions implements AutoCloseable {

    private static final int PROCESSES = 4;
    private static final int TRANSACTIONS = 8;
    private static final long MAX_STEPS = 1_000_000;

    private final SeededScheduler world;
    private final SimulatedKafka kafka;
    private final Set<String> returned = new TreeSet<>();
    private int running;

    DisturbedTransactions(long seed) {
        world = new SeededScheduler(seed);
        kafka = new SimulatedKafka(
                world,
                KafkaFaults.drawn(world.random()),
                new BrokerLimits(Duration.ofMinutes(15), Duration.ofDays(7), 5));
        kafka.createTopic("out", 2);
    }

    void run() {
        for (int i = 0; i < PROCESSES; i++) {
            SimulatedProcess process = world.process("P" + i);
            running++;
            process.schedule(
                    Duration.ofMillis(world.random().nextInt(300)),
                    () -> process.call("its work", () -> work(process), (done, failure) -> running--));
        }
        world.runUntil(() -> running == 0, MAX_STEPS);
        kafka.faults().stop();
        SimulatedProcess last = world.process("last");
        running++;
        last.call("fence", () -> fence(last), (done, failure) -> running--);
        world.runUntil(() -> running == 0, MAX_STEPS);
    }

    private boolean work(SimulatedProcess process) {
        Producer<byte[], byte[]> producer = fence(process);
        for (int i = 0; i < TRANSACTIONS; i++) {
            String name = process.name() + " " + i;
            try {
                producer.beginTransaction();
                for (int partition = 0; partition < 2; partition++) {
                    var unused = producer.send(new ProducerRecord<>("out", partition, null, name.getBytes(UTF_8)));
                }
                producer.commitTransaction();
                returned.add(name);
            } catch (KafkaException e) {
                process.trace(name + " failed: " + e);
                producer.close(Duration.ZERO);
                producer = fence(process);
            }
        }
        return true;
    }

    private Producer<byte[], byte[]> fence(SimulatedProcess process) {
        while (true) {
            Producer<byte[], byte[]> producer = kafka.clients(new ProcessHost(process))
                    .producer(Map.of(
                            "bootstrap.servers",
                            "simulated:9092",
                            "transactional.id",
                            "id",
                            "key.serializer",
                            ByteArraySerializer.class,
                            "value.serializer",
                            ByteArraySerializer.class));
            try {
                producer.initTransactions();
                return producer;
            } catch (KafkaException e) {
                process.trace("could not fence: " + e);
                producer.close(Duration.ZERO);
            }
        }
    }

    void requireWhole() {
        List<String> first = values(0);
        List<String> second = values(1);
        assertThat(first).doesNotHaveDuplicates().isEqualTo(second);
        assertThat(new TreeSet<>(first)).containsAll(returned);
        for (int partition = 0; partition < 2; partition++) {
            TopicPartition each = new TopicPartition("out", partition);
            assertThat(kafka.lastStableOffset(each)).isEqualTo(kafka.highWatermark(each));
        }
    }

    private List<String> values(int partition) {
        List<String> values = new ArrayList<>();
        kafka.committed("out").forEach(each -> {
            if (each.partition() == partition) {
                values.add(new String(each.value(), UTF_8));
            }
        });
        return values;
    }

    long digest() {
        return world.digest();
    }

    @Override
    public void close() {
        world.close();
    }
}
