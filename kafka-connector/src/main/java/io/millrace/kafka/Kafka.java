package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Config;
import io.millrace.api.DeadLetter;
import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import java.util.Map;
import java.util.Properties;

/**
 * A connection to one Kafka cluster: where it is, and the client settings that the sources and sinks made from it share.
 *
 * <pre>{@code
 * Kafka kafka = Kafka.at("broker:9092").setting("security.protocol", "SSL");
 * pipeline.from("lines", kafka.source("lines", Serdes.string()))
 *         ...
 *         .to("out", kafka.sink("counts", Serdes.string(), Serdes.longs()));
 * }</pre>
 *
 * <p>All sinks of a job that write exactly once do so in one transaction of one producer, so producer settings are per job; where
 * they were made from different connections to one cluster, the settings of the first one's are used.
 *
 * <p>Immutable; opens nothing. Two connections are equal if their servers and settings are.
 */
public final class Kafka {

    private final Connection connection;

    private Kafka(Connection connection) {
        this.connection = connection;
    }

    /**
     * Names a cluster.
     *
     * @param bootstrapServers one or more {@code host:port}, divided by commas
     */
    public static Kafka at(String bootstrapServers) {
        return at(bootstrapServers, RealClients.INSTANCE);
    }

    /**
     * Names a cluster by properties that begin with {@code millrace.kafka.}: {@code millrace.kafka.bootstrap.servers} must
     * be there, {@code millrace.kafka.commit.topic} is the name of the {@linkplain #commitTopic commit topic}, and each other
     * is a {@linkplain #setting setting}, such as {@code millrace.kafka.security.protocol} or
     * {@code millrace.kafka.producer.compression.type}. Properties with other beginnings are none of its business, so that
     * {@link System#getProperties()} or an application's properties can be given as they are. Values are text; numbers,
     * booleans and classes are taken as well.
     *
     * @throws StartRefusedException if the servers are missing, a setting cannot be made, or no client knows it; no value is
     *     told
     */
    public static Kafka from(Properties properties) {
        return from(PrefixedSettings.config(properties));
    }

    /** Names a cluster by settings of a deployment, see {@link #from(Properties)}. */
    public static Kafka from(Config config) {
        return PrefixedSettings.kafka(config);
    }

    /** Names a cluster that is reached by other clients than Kafka's own. */
    static Kafka at(String bootstrapServers, KafkaClients clients) {
        ClientSettings settings = ClientSettings.of(requireNonNull(bootstrapServers, "bootstrapServers"));
        return new Kafka(new Connection(settings, clients));
    }

    /**
     * Adds a setting of Kafka's clients. It goes to each kind of client that knows it; with the prefix {@code producer.},
     * {@code consumer.} or {@code admin.} only to that kind. A {@code client.id} becomes the beginning of the names of
     * all clients. A start with a setting that no client knows is refused, unless a plug-in is set that it may be meant for.
     *
     * @param name name of the setting, such as {@code security.protocol} or {@code producer.compression.type}
     * @param value its value
     * @return a copy of this connection with the setting added
     * @throws StartRefusedException if exactly-once rests on the setting, so that Millrace makes it itself, or if its value is
     *     beyond what a job can live with
     */
    public Kafka setting(String name, Object value) {
        ClientSettings settings = connection.settings();
        return new Kafka(connection.with(settings.with(requireNonNull(name, "name"), requireNonNull(value, "value"))));
    }

    /**
     * Adds several settings, see {@link #setting}.
     *
     * @return a copy of this connection with the settings added
     */
    public Kafka settings(Map<String, ?> more) {
        Kafka all = this;
        for (Map.Entry<String, ?> setting : more.entrySet()) {
            all = all.setting(setting.getKey(), setting.getValue());
        }
        return all;
    }

    /**
     * Names the commit topic of the job that writes to this cluster, where topics are to be named by other rules than
     * {@code millrace-<job>-commits}. It is also the job's transactional id. Each job needs one of its own, decided before its
     * first start: a job whose commit topic is named otherwise later is refused, for its commits are in the old one.
     *
     * @return a copy of this connection with the name
     * @throws StartRefusedException if no topic can have this name
     */
    public Kafka commitTopic(String name) {
        return new Kafka(connection.with(connection.settings().withCommitTopic(requireNonNull(name, "name"))));
    }

    /** Checks that some client knows each setting. */
    Kafka requireKnown() {
        connection.settings().requireKnown();
        return this;
    }

    /**
     * Reads the values of one topic, from its beginning and without end. A record without value arrives as null.
     *
     * @see #source()
     */
    public <T> Source<T> source(String topic, Serde<T> values) {
        return source().topics(topic).values(values);
    }

    /** Starts to describe a source that needs more than one topic's values. */
    public KafkaSourceBuilder source() {
        return new KafkaSourceBuilder(connection);
    }

    /**
     * Writes keys and values to one topic, exactly once. A pair without value becomes a tombstone.
     *
     * @see #sink()
     */
    public <K, V> Sink<KeyValue<K, V>> sink(String topic, Serde<K> keys, Serde<V> values) {
        return sink().topic(topic).keyValues(keys, values);
    }

    /**
     * Writes dead letters to one topic, exactly once: key, value and headers as they were read, and further headers that say
     * where the record was and why it could not be processed, each as text:
     *
     * <ul>
     *   <li>{@code millrace.dead-letter.topic}, {@code .partition}, {@code .offset}, {@code .timestamp}: where the record was read;
     *       missing if that is not known
     *   <li>{@code millrace.dead-letter.operator}: uid of the step that failed
     *   <li>{@code millrace.dead-letter.reason}, {@code .exception}, {@code .message}: why
     * </ul>
     *
     * <p>Where a record was a dead letter before, the last header of each name counts.
     *
     * @see io.millrace.api.RecordErrorPolicy#deadLetter(Sink)
     */
    public Sink<DeadLetter> deadLetters(String topic) {
        return sink().topic(topic).records(DeadLetterSerializer.INSTANCE);
    }

    /** Starts to describe a sink whose records are made from something else than pairs of key and value. */
    public KafkaSinkBuilder sink() {
        return new KafkaSinkBuilder(connection);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Kafka that && connection.equals(that.connection);
    }

    @Override
    public int hashCode() {
        return connection.hashCode();
    }

    @Override
    public String toString() {
        return "Kafka at " + connection.settings().bootstrapServers();
    }
}
