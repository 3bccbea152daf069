package io.millrace.integration.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.DeadLetter;
import io.millrace.api.SerdeException;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.kafka.BrokerLimits;
import io.millrace.kafka.DeliveryGuarantee;
import io.millrace.kafka.KafkaFaults;
import io.millrace.kafka.KafkaRecordSerializer;
import io.millrace.kafka.SimulatedKafka;
import io.millrace.kafka.StrangersTransaction;
import io.millrace.serde.Serdes;
import io.millrace.simulation.SeededScheduler;
import io.millrace.simulation.SimulatedProcess;
import io.millrace.spi.LogEntry;
import io.millrace.spi.LogEntryCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Outside is a simulated Kafka cluster; the connector's sources, sinks and commit log are the real ones. Input is written by
 * transactions and without, some of them aborted, so that offsets have gaps.
 */
final class KafkaOutside implements Outside {

    private static final String TRANSACTIONAL_ID = "millrace-" + DrawnPipeline.NAME;
    private static final String DEAD = "dead";
    private static final String UNREADABLE = "!";
    private static final String COMMITS = TRANSACTIONAL_ID + "-commits";

    /** So that many checkpoints divide the input. */
    private static final int SMALL_FETCH = 6;

    private static final int SLOW_FETCH_MILLIS = 30;

    /** So that checkpoints are decided while output without transaction is on its way. */
    private static final int SLOW_PLAIN_MILLIS = 400;

    /** Short, for a job that waits for a lost fetch goes on taking checkpoints, and so costs many steps. */
    private static final int FETCH_TIMEOUT_MILLIS = 500;

    private static final int LITTLE_MEMORY = 4_000;
    private static final int MUCH_MEMORY = 1_000_000;

    private final Random random;
    private final SimulatedKafka cluster;

    /** What sinks may hold, so that it is full now and then. */
    private final int producerMemory;

    /** What each sink promises. */
    private final List<DeliveryGuarantee> guarantees = new ArrayList<>();

    private final Set<Item> unreadable;

    /** @param calm whether nothing goes wrong between clients and brokers */
    KafkaOutside(SeededScheduler world, DrawnInput input, int sinks, boolean calm) {
        this.random = world.random();
        this.unreadable = input.unreadable();
        this.cluster = new SimulatedKafka(
                world,
                calm || random.nextInt(3) == 0 ? KafkaFaults.none(random) : KafkaFaults.drawn(random),
                new BrokerLimits(Duration.ofMinutes(15), Duration.ofDays(7), 3 + random.nextInt(20)));
        if (random.nextInt(4) > 0) {
            int millis = random.nextBoolean() ? 0 : random.nextInt(SLOW_FETCH_MILLIS);
            cluster.faults().slowInput(1 + random.nextInt(SMALL_FETCH), millis);
        }
        cluster.faults().slowPlainOutput(random.nextBoolean() ? 0 : random.nextInt(SLOW_PLAIN_MILLIS));
        this.producerMemory = random.nextBoolean() ? 1 + random.nextInt(LITTLE_MEMORY) : MUCH_MEMORY;
        for (int source = 0; source < input.sources(); source++) {
            write(DrawnInput.uid(source), input.partitions().get(source));
        }
        for (int sink = 0; sink < sinks; sink++) {
            cluster.createTopic(topic(sink), 1 + random.nextInt(3));
            guarantees.add(drawGuarantee());
        }
        cluster.createTopic(DEAD, 1 + random.nextInt(3));
    }

    private DeliveryGuarantee drawGuarantee() {
        return switch (random.nextInt(8)) {
            case 0 -> DeliveryGuarantee.NONE;
            case 1, 2 -> DeliveryGuarantee.AT_LEAST_ONCE;
            default -> DeliveryGuarantee.EXACTLY_ONCE;
        };
    }

    private static String topic(int sink) {
        return "out-" + sink;
    }

    private void write(String topic, List<List<Item>> partitions) {
        cluster.createTopic(topic, partitions.size());
        for (int partition = 0; partition < partitions.size(); partition++) {
            write(new TopicPartition(topic, partition), partitions.get(partition));
        }
    }

    private void write(TopicPartition to, List<Item> items) {
        for (Item item : items) {
            ProducerRecord<byte[], byte[]> record = record(to, item);
            switch (random.nextInt(6)) {
                case 0 -> cluster.beginTransaction().append(to, record).commit();
                case 1 -> {
                    StrangersTransaction aborted = cluster.beginTransaction();
                    aborted.append(to, record(to, item.withKey("aborted"))).abort();
                    cluster.append(to, record);
                }
                default -> cluster.append(to, record);
            }
        }
    }

    private ProducerRecord<byte[], byte[]> record(TopicPartition to, Item item) {
        String text = unreadable.contains(item) ? UNREADABLE + item.text() : item.text();
        return new ProducerRecord<>(to.topic(), to.partition(), item.key().getBytes(UTF_8), text.getBytes(UTF_8));
    }

    @Override
    public Source<Item> source(SimulatedProcess process, int source) {
        return cluster.connect(process)
                .setting("consumer.request.timeout.ms", FETCH_TIMEOUT_MILLIS)
                .source()
                .topics(DrawnInput.uid(source))
                .untilEnd()
                .records(KafkaOutside::item);
    }

    private static Item item(ConsumerRecord<byte[], byte[]> record) {
        String text = new String(record.value(), UTF_8);
        if (text.startsWith(UNREADABLE)) {
            throw new SerdeException("Simulated: nobody can read " + text);
        }
        return Item.parse(text);
    }

    @Override
    public Sink<Item> sink(SimulatedProcess process, int sink) {
        return cluster.connect(process)
                .setting("producer.buffer.memory", producerMemory)
                .sink()
                .topic(topic(sink))
                .guarantee(guarantees.get(sink))
                .records(KafkaRecordSerializer.of(Item::key, Serdes.string(), Item::text, Serdes.string()));
    }

    @Override
    public List<Item> seen(int sink) {
        return cluster.committed(topic(sink)).stream().map(KafkaOutside::item).toList();
    }

    @Override
    public Sink<DeadLetter> deadLetters(SimulatedProcess process) {
        return cluster.connect(process)
                .setting("producer.buffer.memory", producerMemory)
                .deadLetters(DEAD);
    }

    @Override
    public List<SeenDeadLetter> seenDeadLetters() {
        return cluster.committed(DEAD).stream().map(this::seenDeadLetter).toList();
    }

    private SeenDeadLetter seenDeadLetter(ConsumerRecord<byte[], byte[]> letter) {
        TopicPartition from =
                new TopicPartition(header(letter, "topic"), Integer.parseInt(header(letter, "partition")));
        long offset = Long.parseLong(header(letter, "offset"));
        Item original = cluster.committed(from.topic()).stream()
                .filter(record -> record.partition() == from.partition() && record.offset() == offset)
                .filter(record ->
                        Arrays.equals(record.key(), letter.key()) && Arrays.equals(record.value(), letter.value()))
                .findFirst()
                .map(record -> Item.parse(new String(record.value(), UTF_8).replace(UNREADABLE, "")))
                .orElseThrow(() -> new Violation("A dead letter is not the record at " + from + "@" + offset));
        return new SeenDeadLetter(original, header(letter, "operator"), header(letter, "reason"));
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(
                letter.headers().lastHeader("millrace.dead-letter." + name).value(), UTF_8);
    }

    @Override
    public List<LogEntry> entries() {
        if (!cluster.topics().contains(COMMITS)) {
            return List.of();
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(cluster.committed(COMMITS));
        TransactionDescription transaction = cluster.transactions().get(TRANSACTIONAL_ID);
        if (transaction != null && transaction.state() == TransactionState.PREPARE_COMMIT) {
            long stable = cluster.lastStableOffset(new TopicPartition(COMMITS, 0));
            cluster.uncommitted(COMMITS).stream()
                    .filter(record -> record.offset() >= stable)
                    .forEach(records::add); // decided, although readers do not see it yet
        }
        return records.stream()
                .map(record -> LogEntryCodec.fromBytes(record.value(), COMMITS))
                .toList();
    }

    @Override
    public DeliveryGuarantee guarantee(int sink) {
        return guarantees.get(sink);
    }

    @Override
    public Optional<String> disturb() {
        List<String> topics = new ArrayList<>(new TreeSet<>(cluster.topics()));
        String topic = topics.get(random.nextInt(topics.size()));
        TopicPartition partition = new TopicPartition(topic, random.nextInt(cluster.partitions(topic)));
        cluster.changeLeader(partition);
        return Optional.of("another broker leads " + partition);
    }

    @Override
    public void calm() {
        cluster.faults().stop();
    }

    @Override
    public Optional<String> leftOpen() {
        for (TransactionDescription transaction : cluster.transactions().values()) {
            if (transaction.state() == TransactionState.ONGOING) {
                return Optional.of("A transaction is open although every process has ended: " + transaction);
            }
        }
        for (String topic : cluster.topics()) {
            for (int i = 0; i < cluster.partitions(topic); i++) {
                TopicPartition partition = new TopicPartition(topic, i);
                if (cluster.lastStableOffset(partition) != cluster.highWatermark(partition)) {
                    return Optional.of("Readers of " + partition + " get no further than "
                            + cluster.lastStableOffset(partition) + ", it ends at "
                            + cluster.highWatermark(partition));
                }
            }
        }
        return Optional.empty();
    }
}
