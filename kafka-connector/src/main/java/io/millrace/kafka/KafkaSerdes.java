package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;
import java.util.Map;

/**
 * Lets the serdes of Kafka's own clients, such as those of a schema registry, be used wherever Millrace takes a serde.
 *
 * <pre>{@code
 * Serde<Payment> payments = KafkaSerdes.of(new PaymentAvroSerde(), Payment.class, Map.of("schema.registry.url", url), false);
 * pipeline.from("payments", kafka.source("payments", payments))
 * }</pre>
 *
 * <p>In a source or sink they get the record's topic and headers; a serializer may add headers of its own. In state and for
 * keys, where there is neither, they get the topic {@value #NO_TOPIC} and no headers.
 *
 * <p>A serde is used by several threads at once: Kafka's own and those of the usual registries allow that. Whoever made it
 * closes it, when the job has ended.
 */
public final class KafkaSerdes {

    /** The topic that a serde is told of where there is none. */
    public static final String NO_TOPIC = "millrace-state";

    private KafkaSerdes() {}

    /**
     * Bridges a serde that is ready for use.
     *
     * @param serde of Kafka's clients, configured
     * @param type class of the values
     */
    public static <T> Serde<T> of(org.apache.kafka.common.serialization.Serde<T> serde, Class<T> type) {
        return new BridgedSerde<>(
                requireNonNull(serde, "serde").serializer(), serde.deserializer(), requireNonNull(type, "type"));
    }

    /**
     * Configures a serde and bridges it.
     *
     * @param serde of Kafka's clients
     * @param type class of the values
     * @param settings handed to {@code serde.configure}
     * @param isKey whether it is for keys, handed over as well
     */
    public static <T> Serde<T> of(
            org.apache.kafka.common.serialization.Serde<T> serde,
            Class<T> type,
            Map<String, ?> settings,
            boolean isKey) {
        serde.configure(settings, isKey);
        return of(serde, type);
    }
}
