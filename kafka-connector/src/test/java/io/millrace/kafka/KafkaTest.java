package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.KeyValue;
import io.millrace.api.Sink;
import io.millrace.api.Source;
import io.millrace.api.StartRefusedException;
import io.millrace.serde.Serdes;
import io.millrace.spi.SinkConnector;
import io.millrace.spi.SourceConnector;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
