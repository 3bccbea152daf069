package io.millrace.kafka;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * A serde of Kafka's clients. Thread-safe if these are.
 *
 * @param serializer writes
 * @param deserializer reads
 * @param type class of the values
 */
record BridgedSerde<T>(Serializer<T> serializer, Deserializer<T> deserializer, Class<T> type) implements Serde<T> {

    @Override
    public byte[] serialize(T value) {
        return serialize(KafkaSerdes.NO_TOPIC, new RecordHeaders(), value);
    }

    @Override
    public T deserialize(byte[] bytes) {
        return deserialize(KafkaSerdes.NO_TOPIC, new RecordHeaders(), bytes);
    }

    byte[] serialize(String topic, Headers headers, T value) {
        byte[] bytes;
        try {
            bytes = serializer.serialize(topic, headers, value);
        } catch (RuntimeException e) {
            throw failed("write", topic, e);
        }
        if (bytes == null) {
            throw new SerdeException(serializer.getClass().getName() + " made no bytes of a " + type.getName());
        }
        return bytes;
    }

    T deserialize(String topic, Headers headers, byte[] bytes) {
        T value;
        try {
            value = deserializer.deserialize(topic, headers, bytes);
        } catch (RuntimeException e) {
            throw failed("read", topic, e);
        }
        if (value == null) {
            throw new SerdeException(deserializer.getClass().getName() + " made nothing of " + bytes.length + " bytes");
        }
        return value;
    }

    private RuntimeException failed(String what, String topic, RuntimeException cause) {
        if (cause instanceof InterruptException) {
            return cause; // the task is being ended
        }
        String message = "Could not " + what + " a " + type.getName() + " for topic '" + topic + "': "
                + ClientSettings.rootMessage(cause);
        return isOfOneRecord(cause)
                ? new SerdeException(message, cause)
                : new SerdeUnavailableException(
                        message + ". This concerns no single record: the next attempt tries again", cause);
    }

    /** What Kafka's exceptions say of a registry, or of what else the serde asks. */
    private static boolean isOfOneRecord(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof RetriableException
                    || cause instanceof AuthenticationException
                    || cause instanceof AuthorizationException
                    || cause instanceof InterruptException) {
                return false;
            }
        }
        return true;
    }

    /** Names what reads, since that decides what old bytes become. */
    @Override
    public String fingerprint() {
        return "kafka:" + deserializer.getClass().getName() + ":" + type.getName();
    }
}
