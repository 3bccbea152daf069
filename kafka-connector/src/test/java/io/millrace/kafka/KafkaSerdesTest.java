package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.MillraceException;
import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import io.millrace.element.DataRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KafkaSerdesTest {

    private final List<String> topics = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();

    /** Writes its topic into the text, and its version into a header, and reads neither without them. */
    private final class Versioned implements org.apache.kafka.common.serialization.Serde<String> {

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            settings.add(configs + " " + isKey);
        }

        @Override
        public Serializer<String> serializer() {
            return new Serializer<>() {
                @Override
                public byte[] serialize(String topic, String data) {
                    throw new UnsupportedOperationException("without headers");
                }

                @Override
                public byte[] serialize(String topic, Headers headers, String data) {
                    headers.add("version", new byte[] {7});
                    return (topic + ":" + data).getBytes(StandardCharsets.UTF_8);
                }
            };
        }

        @Override
        public Deserializer<String> deserializer() {
            return new Deserializer<>() {
                @Override
                public String deserialize(String topic, byte[] data) {
                    throw new UnsupportedOperationException("without headers");
                }

                @Override
                public String deserialize(String topic, Headers headers, byte[] data) {
                    if (headers.lastHeader("version") == null) {
                        throw new SerializationException("no version");
                    }
                    topics.add(topic);
                    return new String(data, StandardCharsets.UTF_8);
                }
            };
        }
    }

    private static ConsumerRecord<byte[], byte[]> read(String value) {
        return new ConsumerRecord<>("lines", 0, 3, null, value.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWriteWhatKafkasOwnSerdesWrite() {
        Serde<Long> longs = KafkaSerdes.of(Serdes.Long(), Long.class);
        assertThat(longs.serialize(4711L))
                .isEqualTo(io.millrace.serde.Serdes.longs().serialize(4711L));
        assertThat(longs.deserialize(longs.serialize(4711L))).isEqualTo(4711L);
        assertThat(longs.type()).isEqualTo(Long.class);
        assertThat(longs.fingerprint())
                .isEqualTo(KafkaSerdes.of(Serdes.Long(), Long.class).fingerprint());
    }

    @Test
    void shouldHandTopicAndHeadersToDeserializer() {
        var values = new SerdeDeserializers.Values<>(KafkaSerdes.of(new Versioned(), String.class));
        ConsumerRecord<byte[], byte[]> record = read("a");
        record.headers().add("version", new byte[] {7});
        assertThat(values.deserialize(record)).isEqualTo("a");
        assertThat(topics).containsExactly("lines");
    }

    @Test
    void shouldKeepHeadersThatSerializerAdds() {
        OutputRecords<String> records = new OutputRecords<>(
                new SerdeSerializers.Values<>(KafkaSerdes.of(new Versioned(), String.class)),
                new TopicRules(
                        "out",
                        1,
                        new RecordLimit(1000, "max.request.size"),
                        Optional.empty(),
                        false,
                        TimestampLimits.NONE),
                new FixedTopics(new RecordingProducer(true)).catalog());
        ProducerRecord<byte[], byte[]> made = records.make(new DataRecord("a", 7, null));
        assertThat(new String(made.value(), StandardCharsets.UTF_8)).isEqualTo("out:a");
        assertThat(made.headers().lastHeader("version").value()).containsExactly(7);
    }

    @Test
    void shouldSayWhichTopicAndWhyWhenItCannotRead() {
        var values = new SerdeDeserializers.Values<>(KafkaSerdes.of(new Versioned(), String.class));
        assertThatThrownBy(() -> values.deserialize(read("a")))
                .isInstanceOf(SerdeException.class)
                .hasMessage("Could not read a java.lang.String for topic 'lines': no version");
    }

    @Test
    void shouldConfigureSerdeWhenSettingsAreGiven() {
        KafkaSerdes.of(new Versioned(), String.class, Map.of("url", "there"), true);
        assertThat(settings).containsExactly("{url=there} true");
    }

    /** A serde whose reading ends so. */
    private static Serde<String> failing(RuntimeException error) {
        Deserializer<String> deserializer = (topic, data) -> {
            throw error;
        };
        return KafkaSerdes.of(Serdes.serdeFrom(Serdes.String().serializer(), deserializer), String.class);
    }

    static List<RuntimeException> notOfOneRecord() {
        return List.of(
                new TimeoutException("the registry does not answer"),
                new SerializationException("no schema", new DisconnectException()),
                new SaslAuthenticationException("wrong password"),
                new SerializationException("no schema", new TopicAuthorizationException("schemas")));
    }

    @ParameterizedTest
    @MethodSource("notOfOneRecord")
    void shouldEndAttemptWhenWhatTheSerdeAsksIsOutOfReach(RuntimeException error) {
        var values = new SerdeDeserializers.Values<>(failing(error));
        assertThatThrownBy(() -> values.deserialize(read("a")))
                .isInstanceOf(MillraceException.class)
                .hasCause(error);
    }

    @Test
    void shouldLeaveHeadersAsTheyWereReadWhenDeserializerChangesThem() {
        Deserializer<String> removing = new Deserializer<>() {
            @Override
            public String deserialize(String topic, byte[] data) {
                throw new UnsupportedOperationException("without headers");
            }

            @Override
            public String deserialize(String topic, Headers headers, byte[] data) {
                headers.remove("version");
                return "read";
            }
        };
        ConsumerRecord<byte[], byte[]> record = read("a");
        record.headers().add("version", new byte[] {7});
        var values = new SerdeDeserializers.Values<>(
                KafkaSerdes.of(Serdes.serdeFrom(Serdes.String().serializer(), removing), String.class));
        assertThat(values.deserialize(record)).isEqualTo("read");
        assertThat(record.headers().lastHeader("version").value()).containsExactly(7);
    }
}
