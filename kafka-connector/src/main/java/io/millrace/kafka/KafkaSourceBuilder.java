package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

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
    private SourceSettings settings = SourceSettings.of(new TopicSelection.Named(List.of()));

    KafkaSourceBuilder(Connection connection) {
        this.connection = connection;
    }

    // What is read

    /** The topics to read, all partitions of each. */
    public KafkaSourceBuilder topics(String... names) {
        return topics(List.of(names));
    }

    /** The topics to read, all partitions of each. */
    public KafkaSourceBuilder topics(Collection<String> names) {
        settings = settings.reading(new TopicSelection.Named(List.copyOf(new TreeSet<>(names))));
        return this;
    }

    /**
     * Reads all topics whose whole name matches, those included that are created while the job runs. Kafka's internal topics
     * and the commit topics of jobs, where they have their usual names, are left out, as is the commit topic that this connection
     * names. A pattern that matches what the job itself writes makes a loop.
     */
    public KafkaSourceBuilder topicsMatching(Pattern names) {
        settings = settings.reading(new TopicSelection.Matching(
                requireNonNull(names, "names"),
                Optional.ofNullable(connection.settings().commitTopic())));
        return this;
    }

    // Where a job's first start begins

    /** A job's first start begins with the earliest record of each partition. The default. */
    public KafkaSourceBuilder fromEarliest() {
        return from(new StartPosition.Earliest());
    }

    /**
     * A job's first start reads only what is committed after it. Partitions that are added later are read from their
     * beginning.
     */
    public KafkaSourceBuilder fromLatest() {
        return from(new StartPosition.Latest());
    }

    /**
     * A job's first start begins with the first record of each partition whose timestamp is not before {@code time}; where
     * there is none, behind the last committed record.
     */
    public KafkaSourceBuilder fromTimestamp(Instant time) {
        return from(new StartPosition.At(time.toEpochMilli()));
    }

    /**
     * A job's first start begins where a consumer group stands, such as to take over from another application. The group is
     * read this once, and not written to, unless it is also named as {@link #consumerGroup}.
     *
     * @param otherwise where to begin in a partition for which the group has no offset, or one whose record is gone
     */
    public KafkaSourceBuilder fromGroupOffsets(String group, MissingOffset otherwise) {
        return from(new StartPosition.OfGroup(requireNonNull(group, "group"), requireNonNull(otherwise, "otherwise")));
    }

    /**
     * A job's first start begins at these offsets.
     *
     * @param offsets per partition, the first offset to read; must be in the log, or its end
     * @param otherwise where to begin in a partition that is not among them
     */
    public KafkaSourceBuilder fromOffsets(Map<TopicPartition, Long> offsets, MissingOffset otherwise) {
        return from(new StartPosition.Given(offsets, requireNonNull(otherwise, "otherwise")));
    }

    private KafkaSourceBuilder from(StartPosition start) {
        settings = settings.from(start);
        return this;
    }

    // Where it ends

    /**
     * Ends the input of each partition at what was its committed end when the job started for the first time. The ends
     * are numbers in each checkpoint, so that a restart does not move them. What is added to the topics later is not read.
     */
    public KafkaSourceBuilder untilEnd() {
        return until(new EndPosition.AtStart());
    }

    /**
     * Ends the input of each partition before the first record whose timestamp is not before {@code time}, as found when the
     * job started for the first time; where there was none, as {@link #untilEnd}. Later records are not waited for.
     */
    public KafkaSourceBuilder untilTimestamp(Instant time) {
        return until(new EndPosition.Before(time.toEpochMilli()));
    }

    /**
     * Ends the input of each partition at these offsets; those that are not there yet are waited for.
     *
     * @param offsets for each partition that is read, the first offset that is not read
     */
    public KafkaSourceBuilder untilOffsets(Map<TopicPartition, Long> offsets) {
        return until(new EndPosition.Given(offsets));
    }

    private KafkaSourceBuilder until(EndPosition end) {
        settings = settings.until(end);
        return this;
    }

    // While it is read

    /**
     * How often the source looks at the cluster while it is read: for new partitions, and new topics that match, which are read
     * from their beginning; for topics that are gone or were created again; for partitions that are blocked by an open
     * transaction. Default 30 s.
     *
     * @param interval from the end of one look to the beginning of the next
     */
    public KafkaSourceBuilder discoverEvery(Duration interval) {
        if (interval.isZero() || interval.isNegative()) {
            throw new StartRefusedException("The interval of discovery must be longer than 0, not " + interval);
        }
        settings = settings.discovering(true, interval);
        return this;
    }

    /**
     * Leaves partitions and topics that are added while the job runs unread until the next start. The cluster is looked at all
     * the same.
     */
    public KafkaSourceBuilder withoutDiscovery() {
        settings = settings.discovering(false, settings.interval());
        return this;
    }

    /** What follows when records are gone that were to be read, or had been. Default: the job ends and says what is gone. */
    public KafkaSourceBuilder onLostRecords(LossPolicy policy) {
        settings = settings.losing(requireNonNull(policy, "policy"));
        return this;
    }

    /**
     * The consumer group under which committed positions are published, so that lag tools show them. Nothing is ever read
     * back from it. Default {@code millrace-} and the job's name.
     */
    public KafkaSourceBuilder consumerGroup(String name) {
        settings = settings.publishingIn(requireNonNull(name, "name"));
        return this;
    }

    // What the records become

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

    /** Reads whole records: keys, values, headers, timestamps and where each stood. */
    public <K, V> Source<KafkaRecord<K, V>> records(Serde<K> keys, Serde<V> values) {
        requireNonNull(keys, "keys");
        requireNonNull(values, "values");
        return records(new SerdeDeserializers.Whole<>(keys, values));
    }

    /** Reads whatever {@code deserializer} makes of whole records. */
    public <T> Source<T> records(RecordDeserializer<T> deserializer) {
        requireNonNull(deserializer, "deserializer");
        if (settings.topics() instanceof TopicSelection.Named named
                && named.names().isEmpty()) {
            throw new StartRefusedException("The Kafka source reads no topic: name at least one with topics(...)");
        }
        return new KafkaSource<>(connection, settings, deserializer);
    }
}
