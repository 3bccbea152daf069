package io.millrace.integration.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.DeadLetter;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.kafka.BrokerLimits;
import io.millrace.kafka.DeliveryGuarantee;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaFaults;
import io.millrace.kafka.KafkaRecordSerializer;
import io.millrace.kafka.SimulatedKafka;
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
import java.util.TreeSet;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Outside is a simulated Kafka cluster; the connector's sources, sinks and commit log are the real ones.
 */
final class KafkaOutside implements Outside {

    private static final String TRANSACTIONAL_ID = "millrace-" + DrawnPipeline.NAME;
    private static final String DEAD = "dead";
    private static final String COMMITS = TRANSACTIONAL_ID + "-commits";

    /** So that many checkpoints divide the input. */
    private static final int SMALL_FETCH = 6;

    private static final int SLOW_FETCH_MILLIS = 30;

    /** So that checkpoints are decided while output without transaction is on its way. */
    private static final int SLOW_PLAIN_MILLIS = 400;

    /** A dead letter, with its message. */
    private static final int LARGEST_RECORD = 2_000;

    private static final int USUAL_TIMEOUT_MILLIS = 30_000;

    /** Where sources look for more again and again, each second costs many steps. */
    private static final int SHORT_TIMEOUT_MILLIS = 2_000;

    private static final int LITTLE_MEMORY = 4_000;
    private static final int MUCH_MEMORY = 1_000_000;

    private final Random random;
    private final SimulatedKafka cluster;

    /** What sinks may hold, so that it is full now and then. */
    private final int producerMemory;

    private final int producerTimeoutMillis;

    /** What each sink promises. */
    private final List<DeliveryGuarantee> guarantees = new ArrayList<>();

    private final KafkaInput input;

    /**
     * @param endless whether the sources go on reading
     * @param calm whether nothing goes wrong between clients and brokers
     */
    KafkaOutside(SeededScheduler world, DrawnInput drawn, boolean endless, int sinks, boolean calm) {
        this.random = world.random();
        this.cluster = new SimulatedKafka(
                world,
                calm || random.nextInt(3) == 0 ? KafkaFaults.none(random) : KafkaFaults.drawn(random),
                new BrokerLimits(Duration.ofMinutes(15), Duration.ofDays(7), 3 + random.nextInt(20)));
        if (random.nextInt(4) > 0) {
            int millis = random.nextBoolean() ? 0 : random.nextInt(SLOW_FETCH_MILLIS);
            cluster.faults().slowInput(1 + random.nextInt(SMALL_FETCH), millis);
        }
        cluster.faults().slowPlainOutput(random.nextBoolean() ? 0 : random.nextInt(SLOW_PLAIN_MILLIS));
        this.producerMemory = random.nextBoolean() ? LARGEST_RECORD + random.nextInt(LITTLE_MEMORY) : MUCH_MEMORY;
        this.input = new KafkaInput(random, cluster, drawn, endless);
        this.producerTimeoutMillis = endless ? SHORT_TIMEOUT_MILLIS : USUAL_TIMEOUT_MILLIS;
        for (int sink = 0; sink < sinks; sink++) {
            cluster.createTopic(topic(sink), 1 + random.nextInt(3));
            guarantees.add(drawGuarantee(endless));
        }
        cluster.createTopic(DEAD, 1 + random.nextInt(3));
    }

    /** Whether a job without end has shown everything can only be told of a sink that promises to. */
    private DeliveryGuarantee drawGuarantee(boolean endless) {
        return switch (random.nextInt(8)) {
            case 0 -> endless ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.NONE;
            case 1, 2 -> DeliveryGuarantee.AT_LEAST_ONCE;
            default -> DeliveryGuarantee.EXACTLY_ONCE;
        };
    }

    private static String topic(int sink) {
        return "out-" + sink;
    }

    @Override
    public Source<Item> source(SimulatedProcess process, int source) {
        return input.source(cluster.connect(process), source);
    }

    @Override
    public Sink<Item> sink(SimulatedProcess process, int sink) {
        return toWrite(process)
                .sink()
                .topic(topic(sink))
                .guarantee(guarantees.get(sink))
                .records(KafkaRecordSerializer.of(Item::key, Serdes.string(), Item::text, Serdes.string()));
    }

    @Override
    public List<Item> seen(int sink) {
        return cluster.committed(topic(sink)).stream().map(KafkaInput::anyItem).toList();
    }

    @Override
    public Sink<DeadLetter> deadLetters(SimulatedProcess process) {
        return toWrite(process).deadLetters(DEAD);
    }

    private Kafka toWrite(SimulatedProcess process) {
        return cluster.connect(process)
                .setting("producer.buffer.memory", producerMemory)
                .setting("producer.request.timeout.ms", producerTimeoutMillis);
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
                .map(KafkaInput::anyItem)
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
        return random.nextBoolean() ? input.appear().or(this::changeLeader) : changeLeader();
    }

    private Optional<String> changeLeader() {
        List<String> topics = new ArrayList<>(new TreeSet<>(cluster.topics()));
        String topic = topics.get(random.nextInt(topics.size()));
        TopicPartition partition = new TopicPartition(topic, random.nextInt(cluster.partitions(topic)));
        cluster.changeLeader(partition);
        return Optional.of("another broker leads " + partition);
    }

    @Override
    public void calm() {
        cluster.faults().stop();
        while (input.appear().isPresent()) {
            // all of the input is there from now on
        }
    }

    @Override
    public Optional<String> spoilInput(boolean mayVanish) {
        return Optional.of(input.spoil(mayVanish));
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
