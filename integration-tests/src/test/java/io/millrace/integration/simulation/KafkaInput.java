package io.millrace.integration.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.SerdeException;
import io.millrace.api.Source;
import io.millrace.kafka.Kafka;
import io.millrace.kafka.KafkaSourceBuilder;
import io.millrace.kafka.SimulatedKafka;
import io.millrace.kafka.StrangersTransaction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The topics that a simulated job reads. They are written by transactions and without, some of them aborted, so that offsets have
 * gaps. Input without end is not all there from the beginning: topics get more partitions, and topics that match a pattern appear.
 */
final class KafkaInput {

    private static final String UNREADABLE = "!";

    /** Short, for a job that waits for a source's lost request goes on taking checkpoints, and so costs many steps. */
    private static final int REQUEST_TIMEOUT_MILLIS = 500;

    private static final int SHORTEST_DISCOVERY_MILLIS = 20;
    private static final int LONGEST_DISCOVERY_MILLIS = 300;

    /** A partition that is not there yet. */
    private record Late(int source, List<Item> items) {}

    private final Random random;
    private final SimulatedKafka cluster;
    private final Set<Item> unreadable;
    private final boolean endless;
    private final int sources;
    private final boolean byPattern;
    private final Duration discovery;
    private final Queue<Late> late = new ArrayDeque<>();
    private int topics;

    /** @param endless whether the sources go on reading, and not all is there yet */
    KafkaInput(Random random, SimulatedKafka cluster, DrawnInput input, boolean endless) {
        this.random = random;
        this.cluster = cluster;
        this.unreadable = input.unreadable();
        this.endless = endless;
        this.byPattern = endless && random.nextBoolean();
        this.discovery = Duration.ofMillis(SHORTEST_DISCOVERY_MILLIS + random.nextInt(LONGEST_DISCOVERY_MILLIS));
        this.sources = input.sources();
        for (int source = 0; source < sources; source++) {
            List<List<Item>> partitions = input.partitions().get(source);
            create(DrawnInput.uid(source), partitions.get(0));
            for (List<Item> items : partitions.subList(1, partitions.size())) {
                if (endless && random.nextInt(3) > 0) {
                    late.add(new Late(source, items));
                } else {
                    grow(DrawnInput.uid(source), items);
                }
            }
        }
    }

    private void create(String topic, List<Item> items) {
        cluster.createTopic(topic, 1);
        topics++;
        write(new TopicPartition(topic, 0), items);
    }

    private void grow(String topic, List<Item> items) {
        int before = cluster.partitions(topic);
        cluster.growTopic(topic, before + 1);
        write(new TopicPartition(topic, before), items);
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

    Source<Item> source(Kafka kafka, int source) {
        String topic = DrawnInput.uid(source);
        KafkaSourceBuilder builder = kafka.setting("consumer.request.timeout.ms", REQUEST_TIMEOUT_MILLIS)
                .setting("admin.request.timeout.ms", REQUEST_TIMEOUT_MILLIS)
                .source()
                .discoverEvery(discovery);
        if (byPattern) {
            builder.topicsMatching(Pattern.compile(topic + "(-.*)?"));
        } else {
            builder.topics(topic);
        }
        return (endless ? builder : builder.untilEnd()).records(KafkaInput::item);
    }

    private static Item item(ConsumerRecord<byte[], byte[]> record) {
        String text = new String(record.value(), UTF_8);
        if (text.startsWith(UNREADABLE)) {
            throw new SerdeException("Simulated: nobody can read " + text);
        }
        return Item.parse(text);
    }

    /** The item that a record holds, also if a job cannot read it. */
    static Item anyItem(ConsumerRecord<byte[], byte[]> record) {
        return Item.parse(new String(record.value(), UTF_8).replace(UNREADABLE, ""));
    }

    /** Something that was not there appears; returns what. Empty if all is there. */
    Optional<String> appear() {
        Late next = late.poll();
        if (next == null) {
            return Optional.empty();
        }
        String topic = DrawnInput.uid(next.source());
        if (byPattern && random.nextInt(3) > 0) {
            String more = topic + "-" + topics;
            create(more, next.items());
            return Optional.of("topic " + more + " appears");
        }
        grow(topic, next.items());
        return Optional.of("topic " + topic + " has another partition");
    }

    /**
     * A topic is created again with other records, or deleted if it may; returns its name. It is one that was there from the
     * beginning: an empty one that appeared later may be unknown to the job.
     */
    String spoil(boolean mayVanish) {
        String topic = DrawnInput.uid(random.nextInt(sources));
        if (!mayVanish || random.nextBoolean()) {
            cluster.recreateTopic(topic);
            for (int i = 0; i < cluster.partitions(topic); i++) {
                for (int count = random.nextInt(100); count > 0; count--) {
                    TopicPartition partition = new TopicPartition(topic, i);
                    cluster.append(partition, record(partition, new Item("spoilt", "nowhere", count, 0)));
                }
            }
        } else {
            cluster.deleteTopic(topic);
        }
        return topic;
    }
}
