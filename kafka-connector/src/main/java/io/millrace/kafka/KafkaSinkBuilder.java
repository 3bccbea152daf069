package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.KeyValue;
import io.millrace.api.Serde;
import io.millrace.api.Sink;
import io.millrace.api.StartRefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Describes a Kafka sink step by step; the last call says how records are written.
 *
 * <pre>{@code
 * Sink<Payment> sink = kafka.sink()
 *         .topic("payments")
 *         .records(KafkaRecordSerializer.of(Payment::account, Serdes.string(), Payment::cents, Serdes.longs()));
 * }</pre>
 *
 * <p>Unless {@link #guarantee} says otherwise, output is written exactly once: it becomes visible to readers of committed data
 * together with the checkpoint that it belongs to.
 *
 * <p>Not thread-safe.
 */
public final class KafkaSinkBuilder {

    private final Connection connection;
    private @Nullable String topic;
    private DeliveryGuarantee guarantee = DeliveryGuarantee.EXACTLY_ONCE;

    KafkaSinkBuilder(Connection connection) {
        this.connection = connection;
    }

    /**
     * The topic to write to; it must exist. May be left out only where {@link #records} is given a serializer that names a
     * topic for each record.
     */
    public KafkaSinkBuilder topic(String name) {
        topic = requireNonNull(name, "name");
        return this;
    }

    /** What the sink promises of each record. Default: {@link DeliveryGuarantee#EXACTLY_ONCE}. */
    public KafkaSinkBuilder guarantee(DeliveryGuarantee promise) {
        guarantee = requireNonNull(promise, "promise");
        return this;
    }

    /** Writes values without keys. */
    public <T> Sink<T> values(Serde<T> values) {
        requireNonNull(values, "values");
        requireTopic();
        return records(new SerdeSerializers.Values<>(values));
    }

    /** Writes pairs of key and value. What a pair lacks of the two is null, so a pair without value is a tombstone. */
    public <K, V> Sink<KeyValue<K, V>> keyValues(Serde<K> keys, Serde<V> values) {
        requireNonNull(keys, "keys");
        requireNonNull(values, "values");
        requireTopic();
        return records(new SerdeSerializers.Pairs<>(keys, values));
    }

    /** Writes what {@code serializer} makes of each record: key and value, and if it says so topic, partition, headers, time. */
    public <T> Sink<T> records(KafkaRecordSerializer<T> serializer) {
        requireNonNull(serializer, "serializer");
        return new KafkaSink<>(connection, new SinkSettings(topic, guarantee), serializer);
    }

    private void requireTopic() {
        if (topic == null) {
            throw new StartRefusedException("The Kafka sink has no topic to write to: name it with topic(...)");
        }
    }
}
