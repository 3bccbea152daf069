package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

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
                var meanwhile = producer.send(new ProducerRecord<>("lines", "meanwhile"));

                // then
                assertThat(meanwhile).failsWithin(Duration.ofSeconds(1));
                kafka.thaw(1);
                assertThat(meanwhile).succeedsWithin(Duration.ofSeconds(20));
            }
            try (Observer observer = new Observer(kafka.bootstrapServers(), "lines")) {
                assertThat(observer.readToEnd())
                        .extracting(ConsumerRecord::value)
                        .containsExactly("before", "meanwhile");
            }
        }
    }
}
