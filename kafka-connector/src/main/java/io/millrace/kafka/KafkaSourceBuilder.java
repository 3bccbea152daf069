package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Describes a Kafka source step by step; the last call says what the records become.
 *
 * <pre>{@code
 * Source<KeyValue<String, Long>> payments = kafka.source()
 *         .topics("payments", "refunds")
 *         .fromLatest()
 *         .keyValues(Serdes.string(), Serdes.longs());
 * }</pre>
 *
 * <p>Where a job starts for the first time its start positions are turned into numbers and committed before the first
 * record is read. Every later start goes on from the last committed checkpoint, whatever is said here. Only committed
 * records are read.
 *
 * <p>Not thread-safe.
 */
public final class KafkaSourceBuilder {

    private final Connection connection;
    private List<String> topics = List.of();
    private StartPosition start = StartPosition.EARLIEST;
    private boolean bounded;
    private @Nullable String consumerGroup;

    KafkaSourceBuilder(Connection connection) {
        this.connection = connection;
    }

    /** The topics to read, all partitions of each. */
    public KafkaSourceBuilder topics(String... names) {
        return topics(List.of(names));
    }

    /** The topics to read, all partitions of each. */
    public KafkaSourceBuilder topics(Collection<String> names) {
        topics = List.copyOf(new TreeSet<>(names));
        return this;
    }

    /** A job's first start begins with the earliest record of each partition. The default. */
    public KafkaSourceBuilder fromEarliest() {
        start = StartPosition.EARLIEST;
        return this;
    }

    /**
     * A job's first start reads only what is committed after it. Partitions that are added later are read from their
     * beginning.
     */
    public KafkaSourceBuilder fromLatest() {
        start = StartPosition.LATEST;
        return this;
    }

    /**
     * Ends the input of each partition at what was its committed end when the job started for the first time. The ends
     * are numbers in each checkpoint, so that a restart does not move them.
     */
    public KafkaSourceBuilder untilEnd() {
        bounded = true;
        return this;
    }

    /**
     * The consumer group under which committed positions are published, so that lag tools show them. Nothing is ever read
     * back from it. Default {@code millrace-} and the job's name.
     */
    public KafkaSourceBuilder consumerGroup(String name) {
        consumerGroup = requireNonNull(name, "name");
        return this;
    }

    /** Reads the values alone. A record without value arrives as null. */
    public <T> Source<T> values(Serde<T> values) {
        requireNonNull(values, "values");
        return records(new SerdeDeserializers.Values<>(values));
    }

    /** Reads keys and values. What a record lacks of the two is null. */
    public <K, V> Source<KeyValue<K, V>> keyValues(Serde<K> keys, Serde<V> values) {
        requireNonNull(keys, "keys");
        requireNonNull(values, "values");
        return records(new SerdeDeserializers.Pairs<>(keys, values));
    }

    /** Reads whatever {@code deserializer} makes of whole records. */
    public <T> Source<T> records(RecordDeserializer<T> deserializer) {
        requireNonNull(deserializer, "deserializer");
        if (topics.isEmpty()) {
            throw new StartRefusedException("The Kafka source reads no topic: name at least one with topics(...)");
        }
        return new KafkaSource<>(connection, new SourceSettings(topics, start, bounded, consumerGroup), deserializer);
    }
}
