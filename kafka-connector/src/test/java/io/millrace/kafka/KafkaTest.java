package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Config;
import io.millrace.api.KeyValue;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import io.millrace.serde.Serdes;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SourceConnector;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaTest {

    private record Payment(String account, long cents) {}

    private final Kafka kafka = Kafka.at("broker:9092");

    /** The examples of the Javadoc. */
    @Test
    void shouldDescribeSourcesAndSinksInFewWords() {
        Source<String> lines = kafka.source("lines", Serdes.string());
        Sink<KeyValue<String, Long>> counts = kafka.sink("counts", Serdes.string(), Serdes.longs());
        Source<KeyValue<String, Long>> payments =
                kafka.source().topics("payments", "refunds").fromLatest().keyValues(Serdes.string(), Serdes.longs());
        Sink<Payment> sink = kafka.sink()
                .topic("payments")
                .records(KafkaRecordSerializer.of(Payment::account, Serdes.string(), Payment::cents, Serdes.longs()));

        assertThat(lines).isInstanceOf(SourceConnector.class).hasToString("Kafka topics [lines]");
        assertThat(payments).hasToString("Kafka topics [payments, refunds]");
        assertThat(counts).isInstanceOf(SinkConnector.class).hasToString("Kafka topic counts");
        assertThat(sink).hasToString("Kafka topic payments");
    }

    @Test
    void shouldOfferEqualCommitLogsWhenConnectionsAreEqual() {
        Kafka same = Kafka.at("broker:9092").settings(Map.of());
        Kafka other = kafka.setting("security.protocol", "SSL");
        assertThat(same).isEqualTo(kafka).hasSameHashCodeAs(kafka);
        assertThat(other).isNotEqualTo(kafka);

        var ofSink = ((SinkConnector<?>) kafka.sink("out", Serdes.string(), Serdes.string())).commitLog();
        var ofSource = ((SourceConnector<?>) same.source("in", Serdes.string())).commitLog();
        var ofOther = ((SourceConnector<?>) other.source("in", Serdes.string())).commitLog();
        assertThat(ofSink).isPresent().isEqualTo(ofSource).isNotEqualTo(ofOther);
    }

    /** Several steps name a sink of dead letters where they need it; it is one. */
    @Test
    void shouldMakeEqualSinksOfEqualParts() {
        Kafka same = Kafka.at("broker:9092");
        assertThat(kafka.deadLetters("dead"))
                .isEqualTo(same.deadLetters("dead"))
                .hasSameHashCodeAs(same.deadLetters("dead"));
        assertThat(kafka.deadLetters("dead")).isNotEqualTo(same.deadLetters("other"));
        assertThat(kafka.deadLetters("dead"))
                .isNotEqualTo(same.setting("security.protocol", "SSL").deadLetters("dead"));
        assertThat(kafka.sink("out", Serdes.string(), Serdes.string()))
                .isNotEqualTo(kafka.sink("out", Serdes.string(), Serdes.longs()));
    }

    @Test
    void shouldTakeOnlyItsOwnFromProperties() {
        Properties defaults = new Properties();
        defaults.setProperty("millrace.kafka.bootstrap.servers", "broker:9092");
        Properties properties = new Properties(defaults);
        properties.setProperty("millrace.kafka.security.protocol", "SSL");
        properties.setProperty("millrace.kafka.producer.compression.type", "lz4");
        properties.setProperty("java.home", "/opt/java");

        assertThat(Kafka.from(properties))
                .isEqualTo(kafka.settings(Map.of("security.protocol", "SSL", "producer.compression.type", "lz4")));
    }

    @Test
    void shouldTakeNumbersAndBooleansFromProperties() {
        Properties properties = new Properties();
        properties.put("millrace.kafka.bootstrap.servers", "broker:9092");
        properties.put("millrace.kafka.producer.linger.ms", 5);
        properties.put("millrace.kafka.enable.metrics.push", false);
        properties.put("other", 7);
        assertThat(Kafka.from(properties))
                .isEqualTo(Kafka.at("broker:9092")
                        .setting("producer.linger.ms", "5")
                        .setting("enable.metrics.push", "false"));
    }

    @Test
    void shouldRefuseForbiddenSettingsAndOtherValuesThanText() {
        Properties forbidden = new Properties();
        forbidden.put("millrace.kafka.bootstrap.servers", "broker:9092");
        forbidden.put("millrace.kafka.enable.idempotence", false);
        assertThatThrownBy(() -> Kafka.from(forbidden)).isInstanceOf(StartRefusedException.class);
        Properties list = new Properties();
        list.put("millrace.kafka.bootstrap.servers", List.of("broker:9092"));
        assertThatThrownBy(() -> Kafka.from(list))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'millrace.kafka.bootstrap.servers'")
                .hasMessageContaining("as text");
    }

    @Test
    void shouldTakeCommitTopicFromProperties() {
        Config config = new Config(
                Map.of("millrace.kafka.bootstrap.servers", "broker:9092", "millrace.kafka.commit.topic", "my-commits"));

        assertThat(Kafka.from(config))
                .isEqualTo(kafka.commitTopic("my-commits"))
                .isNotEqualTo(kafka);
    }

    @ParameterizedTest
    @ValueSource(strings = {"acks", "sasl.jass.config", "consumer.linger.ms", "max.block.ms"})
    void shouldRefusePropertyThatCannotBeMade(String name) {
        Config config =
                new Config(Map.of("millrace.kafka.bootstrap.servers", "broker:9092", "millrace.kafka." + name, "0"));

        assertThatThrownBy(() -> Kafka.from(config))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(name);
    }

    @Test
    void shouldRefusePropertiesWithoutServers() {
        assertThatThrownBy(() -> Kafka.from(new Properties()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'millrace.kafka.bootstrap.servers' is missing");
    }

    @Test
    void shouldRefuseForbiddenSettingAtOnce() {
        assertThatThrownBy(() -> kafka.settings(Map.of("isolation.level", "read_uncommitted")))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("only committed records may be read");
    }

    @Test
    void shouldRefuseSourceAndSinkWithoutTopic() {
        assertThatThrownBy(() -> kafka.source().values(Serdes.string()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("topics(...)");
        assertThatThrownBy(() -> kafka.sink().values(Serdes.string()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("topic(...)");
    }
}
