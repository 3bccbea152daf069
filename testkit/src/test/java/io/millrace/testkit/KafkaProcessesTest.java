package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class KafkaProcessesTest {
    @Test
    void shouldLoseNothingWhenLeaderIsKilledAndRestarted() {
        try (KafkaProcesses kafka = KafkaProcesses.start(3)) {
            // given
            kafka.createTopic("lines", 1);
            int leader = kafka.leaderOf("lines", 0);
            try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers());
                    Observer observer = new Observer(kafka.bootstrapServers(), "lines")) {
                writer.writeTo("lines", 0, "before");

                // when
                kafka.kill(leader);
                writer.writeTo("lines", 0, "without the leader");

                // then
                assertThat(kafka.leaderOf("lines", 0)).isNotEqualTo(leader);
                kafka.restart(leader);
                kafka.awaitInSync();

                // and the one that came back stands in for the next
                kafka.kill(kafka.leaderOf("lines", 0));
                writer.writeTo("lines", 0, "without its successor");
                assertThat(observer.readToEnd())
                        .extracting(ConsumerRecord::value)
                        .containsExactly("before", "without the leader", "without its successor");
            }
        }
    }

    @Test
    void shouldAnswerAgainWhenFrozenBrokerIsThawed() throws Exception {
        try (KafkaProcesses kafka = KafkaProcesses.start(1)) {
            // given
            kafka.createTopic("lines", 1);
            try (var producer = new KafkaProducer<>(
                    Map.<String, Object>of("bootstrap.servers", kafka.bootstrapServers()),
                    new StringSerializer(),
                    new StringSerializer())) {
                producer.send(new ProducerRecord<>("lines", "before")).get();

                // when
                kafka.freeze(1);
                assertThatIllegalStateException()
                        .isThrownBy(() -> kafka.freeze(1))
                        .withMessageContaining("frozen already");
                assertThatIllegalStateException()
                        .isThrownBy(() -> kafka.stop(1))
                        .withMessageContaining("Thaw it first");
                var meanwhile = producer.send(new ProducerRecord<>("lines", "meanwhile"));

                // then
                assertThat(meanwhile).failsWithin(Duration.ofSeconds(1));
                kafka.thaw(1);
                assertThat(meanwhile).succeedsWithin(Duration.ofSeconds(20));
                assertThatIllegalStateException()
                        .isThrownBy(() -> kafka.thaw(1))
                        .withMessageContaining("not frozen");
                assertThatIllegalStateException()
                        .isThrownBy(() -> kafka.restart(1))
                        .withMessageContaining("runs already");
            }
            try (Observer observer = new Observer(kafka.bootstrapServers(), "lines")) {
                assertThat(observer.readToEnd())
                        .extracting(ConsumerRecord::value)
                        .containsExactly("before", "meanwhile");
            }
        }
    }

    @Test
    void shouldShowEndOfLogWhenBrokerDoesNotStart() {
        assertThatExceptionOfType(TestkitException.class)
                .isThrownBy(() -> KafkaProcesses.builder(1)
                        .setting("num.io.threads", "many")
                        .start())
                .withMessageContaining("broker 1")
                .withMessageContaining("exit code 1")
                .withMessageContaining("Invalid value many for configuration num.io.threads");
    }

    @Test
    void shouldRefuseWhenThereIsNoSuchNumberOfBrokers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KafkaProcesses.builder(4))
                .withMessageContaining("1 to 3");
    }
}
