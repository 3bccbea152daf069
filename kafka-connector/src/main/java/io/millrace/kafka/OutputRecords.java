package io.millrace.kafka;

import io.millrace.api.MillraceException;
import io.millrace.api.RecordRefusedException;
import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import io.millrace.element.Origin;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Makes what one sink task sends: the parts by the sink's serializer, checked against what the topic takes.
 *
 * <p>Confined to its writer.
 */
final class OutputRecords<T> {

    private final KafkaRecordSerializer<T> serializer;
    private final @Nullable TopicRules ownTopic;
    private final TopicCatalog topics;
    private @Nullable Destination latest;

    /** @param ownTopic the topic of records that name none; null if there is none */
    OutputRecords(KafkaRecordSerializer<T> serializer, @Nullable TopicRules ownTopic, TopicCatalog topics) {
        this.serializer = serializer;
        this.ownTopic = ownTopic;
        this.topics = topics;
    }

    /** Where a record goes; the same object until the record is made, or another one is asked about. */
    Destination destinationOf(DataRecord element) {
        Destination current = latest;
        if (current == null || !current.isOf(element)) {
            current = choose(element);
            latest = current;
        }
        return current;
    }

    private Destination choose(DataRecord element) {
        try {
            return Destination.chosen(element, serializer.topic(valueOf(element)));
        } catch (RuntimeException e) {
            return Destination.notChosen(element, cannotBeMade(element.origin(), e));
        }
    }

    /**
     * The topic that a record is for, if nothing is known of it yet.
     *
     * <p>Where the topic cannot be told, {@link #make} says why.
     */
    Optional<String> unknownTopic(Destination destination) {
        String chosen = destination.isChosen() ? destination.topic() : null;
        if (chosen == null || isOwn(chosen) || !KafkaNames.isTopic(chosen) || answerFor(destination, chosen) != null) {
            return Optional.empty();
        }
        return Optional.of(chosen);
    }

    private @Nullable TopicAnswer answerFor(Destination destination, String topic) {
        TopicAnswer answer = destination.answer();
        return answer == null ? topics.known(topic) : answer;
    }

    private boolean isOwn(String topic) {
        return ownTopic != null && ownTopic.topic().equals(topic);
    }

    /**
     * Makes a record to send.
     *
     * @throws SerdeException if it cannot be made
     * @throws RecordRefusedException if its topic does not take it
     */
    ProducerRecord<byte[], byte[]> make(DataRecord element) {
        Destination destination = destinationOf(element);
        latest = null;
        TopicRules rules = rulesOf(destination, element.origin());
        ProducerRecord<byte[], byte[]> output = serialize(element, rules);
        rules.require(output, element.origin(), topics.millis());
        return output;
    }

    private ProducerRecord<byte[], byte[]> serialize(DataRecord element, TopicRules rules) {
        try {
            T value = valueOf(element);
            Integer partition = serializer.partition(value, rules.partitions());
            rules.requirePartition(partition, element.origin());
            RecordHeaders headers = new RecordHeaders(serializer.headers(value));
            return new ProducerRecord<>(
                    rules.topic(),
                    partition,
                    serializer.timestamp(value, eventTime(element)),
                    serializer.key(value, rules.topic(), headers),
                    serializer.value(value, rules.topic(), headers),
                    headers);
        } catch (RecordRefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw cannotBeMade(element.origin(), e);
        }
    }

    private TopicRules rulesOf(Destination destination, @Nullable Origin origin) {
        String chosen = destination.topic();
        if (ownTopic != null && (chosen == null || isOwn(chosen))) {
            return ownTopic;
        }
        if (chosen == null) {
            throw refused(origin, "has no topic: the sink names none, and neither does its serializer");
        }
        if (topics.isReserved(chosen)) {
            throw refused(origin, "is for '" + chosen + "', the job's commit topic, where only commits may be");
        }
        if (!KafkaNames.isTopic(chosen)) {
            throw refused(
                    origin,
                    "is for topic '" + chosen + "', but Kafka's topics are named with 1 to 249 letters, digits, dots,"
                            + " underscores and hyphens. Correct the function that chooses the topic");
        }
        TopicAnswer known = answerFor(destination, chosen);
        return (known == null ? topics.ask(chosen) : known)
                .orElseThrow(problem -> refused(origin, "is for topic '" + chosen + "', " + problem));
    }

    private static RecordRefusedException refused(@Nullable Origin origin, String problem) {
        return new RecordRefusedException(
                "A record" + (origin == null ? "" : ", made from " + origin.describe() + ",") + " " + problem);
    }

    private static @Nullable Long eventTime(DataRecord element) {
        return element.timestamp() < 0 ? null : element.timestamp();
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the plan connects streams of T only; a tombstone may be null
    private T valueOf(DataRecord element) {
        return (T) element.value();
    }

    private RuntimeException cannotBeMade(@Nullable Origin origin, RuntimeException cause) {
        if (cause instanceof MillraceException || cause instanceof InterruptException) {
            return cause; // not the record's fault
        }
        return new SerdeException(
                "Could not make a record for " + this + (origin == null ? "" : " from " + origin.describe()) + ": "
                        + (cause instanceof SerdeException ? cause.getMessage() : cause),
                cause);
    }

    @Override
    public String toString() {
        return ownTopic == null ? "a topic chosen for each record" : "topic '" + ownTopic.topic() + "'";
    }
}
