package io.millrace.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** A producer of strings and the sends whose results are still to be looked at. Confined to one thread. */
final class SentRecords implements AutoCloseable {
    private static final int BOUND_MILLIS = 60_000;

    private final Producer<@Nullable String, @Nullable String> producer;
    private final Map<String, Integer> nextPartition = new HashMap<>();
    private final List<Future<RecordMetadata>> pending = new ArrayList<>();

    SentRecords(String bootstrapServers, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, BOUND_MILLIS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BOUND_MILLIS);
        settings.putAll(more);
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
    }

    Producer<@Nullable String, @Nullable String> producer() {
        return producer;
    }

    void spread(String topic, List<String> values) {
        int partitions = producer.partitionsFor(topic).size();
        for (String value : values) {
            int partition = nextPartition.merge(topic, 1, Integer::sum) % partitions;
            send(new ProducerRecord<>(topic, partition, null, value));
        }
    }

    void toPartition(String topic, int partition, String... values) {
        for (String value : values) {
            send(new ProducerRecord<>(topic, partition, null, value));
        }
    }

    void keyed(String topic, @Nullable String key, @Nullable String value) {
        send(new ProducerRecord<>(topic, key, value));
    }

    private void send(ProducerRecord<@Nullable String, @Nullable String> next) {
        pending.add(producer.send(next));
    }

    /** Returns when each single send has been acknowledged. */
    void awaitAll() {
        try {
            for (Future<RecordMetadata> one : pending) {
                one.get(BOUND_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (ExecutionException | TimeoutException e) {
            throw new TestkitException("Could not write " + pending.size() + " records: " + e, e);
        } catch (InterruptedException e) {
            throw Await.interrupted("for records to be written", e);
        } finally {
            pending.clear();
        }
    }

    void abandon() {
        producer.close(Duration.ZERO);
    }

    @Override
    public void close() {
        producer.close(Duration.ofMillis(BOUND_MILLIS));
    }
}
