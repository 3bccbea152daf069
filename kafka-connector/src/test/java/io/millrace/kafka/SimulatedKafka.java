package io.millrace.kafka;

import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka cluster in a simulated world. Simulated processes reach it through {@link #connect}; everything else here is for
 * whoever stands outside: it takes effect at once, needs no network, and is never disturbed.
 *
 * <p>What it does as brokers do is told, and checked against a real broker, by {@code KafkaConformance}.
 */
public final class SimulatedKafka {

    private static final String SERVERS = "simulated:9092";

    private final SimulatedProcess actor;
    private final KafkaFaults faults;
    private final SimulatedBrokers brokers;
    private final SimulatedNetwork network;
    private long strangers;

    /** A cluster in which nothing goes wrong unless it is told to. */
    public SimulatedKafka(SeededScheduler world) {
        this(world, KafkaFaults.none(world.random()), BrokerLimits.DEFAULTS);
    }

    public SimulatedKafka(SeededScheduler world, KafkaFaults faults, BrokerLimits limits) {
        this.actor = world.process("kafka");
        this.faults = faults;
        this.brokers = new SimulatedBrokers(actor, faults, limits);
        this.network = new SimulatedNetwork(actor, faults);
    }

    /** A connection for the sources and sinks of a pipeline that runs in this process. */
    public Kafka connect(SimulatedProcess process) {
        return Kafka.at(SERVERS, clients(new ProcessHost(process)));
    }

    KafkaClients clients(ClientHost host) {
        return new SimulatedClients(host, network, brokers, faults);
    }

    public KafkaFaults faults() {
        return faults;
    }

    // Topics

    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    public void createTopic(String name, int partitions, Map<String, String> config) {
        brokers.create(name, partitions, config);
    }

    public void deleteTopic(String name) {
        brokers.delete(name);
    }

    /** Deletes a topic and creates an empty one of that name, with another id. */
    public void recreateTopic(String name) {
        int partitions = partitions(name);
        brokers.delete(name);
        brokers.create(name, partitions, Map.of());
    }

    /** Adds partitions until the topic has this many. */
    public void growTopic(String name, int partitions) {
        brokers.grow(name, partitions);
    }

    public Set<String> topics() {
        return Set.copyOf(brokers.topics().keySet());
    }

    public Uuid topicId(String name) {
        return brokers.topic(name).id();
    }

    public int partitions(String name) {
        return brokers.topic(name).partitions().size();
    }

    // Logs

    /** Retention removes all records before an offset. */
    public void deleteRecordsBefore(TopicPartition partition, long offset) {
        brokers.partition(partition).log().deleteBefore(offset);
    }

    /** Removes decided records that have a later one with the same key. */
    public void compact(TopicPartition partition) {
        brokers.partition(partition).log().compact();
    }

    /** Another broker leads from now on; nothing that was acknowledged is lost. */
    public void changeLeader(TopicPartition partition) {
        brokers.partition(partition).electCleanly();
    }

    /** Another broker leads from now on that has nothing from {@code offset} on. */
    public void loseRecordsFrom(TopicPartition partition, long offset) {
        brokers.partition(partition).elect(offset);
    }

    public long startOffset(TopicPartition partition) {
        return brokers.partition(partition).log().start();
    }

    /** The offset behind the last record, whether the followers have it or not. */
    public long endOffset(TopicPartition partition) {
        return brokers.partition(partition).log().end();
    }

    public long highWatermark(TopicPartition partition) {
        return brokers.partition(partition).log().highWatermark();
    }

    public long lastStableOffset(TopicPartition partition) {
        return brokers.partition(partition).log().lastStableOffset();
    }

    // Records

    /** Appends records without a transaction; returns the offset of the first. */
    @SafeVarargs
    public final long append(TopicPartition to, ProducerRecord<byte[], byte[]>... records) {
        return brokers.append(to, Arrays.asList(records));
    }

    /** Begins a transaction of somebody who has nothing to do with the job under test. */
    public StrangersTransaction beginTransaction() {
        strangers++;
        return new StrangersTransaction(brokers, new ProducerIdentity(Long.MAX_VALUE - strangers, 0));
    }

    /** All that a {@code read_committed} reader sees of a topic now, partition by partition. */
    public List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
        return records(topic, true);
    }

    /** All records of a topic, also of transactions that are open or aborted. */
    public List<ConsumerRecord<byte[], byte[]>> uncommitted(String topic) {
        return records(topic, false);
    }

    private List<ConsumerRecord<byte[], byte[]>> records(String topic, boolean committedOnly) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        for (int i = 0; i < partitions(topic); i++) {
            TopicPartition partition = new TopicPartition(topic, i);
            PartitionLog log = brokers.partition(partition).log();
            log.read(log.start(), committedOnly, Integer.MAX_VALUE)
                    .records()
                    .forEach(each -> all.add(each.toConsumerRecord(partition)));
        }
        return all;
    }

    // Transactions and groups

    /** How the transaction of each transactional id stands. */
    public Map<String, TransactionDescription> transactions() {
        return brokers.coordinator().describeAll();
    }

    /** The offsets that a consumer group has published. */
    public Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        return Map.copyOf(brokers.group(group));
    }
}
