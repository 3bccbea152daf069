package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ContainerKafkaTest {
    @Test
    @Timeout(300)
    void shouldServeLikeAnyOtherClusterWhenThereIsDocker() {
        assumeTrue(
                ContainerKafka.isAvailable(),
                "SKIPPED: there is no Docker daemon on this machine, so the container variant of KafkaCluster was not tried");

        // given
        try (KafkaCluster kafka = ContainerKafka.start()) {
            kafka.createTopic("lines", 2);

            // when
            try (TopicWriter writer = new TopicWriter(kafka.bootstrapServers())) {
                writer.write("lines", List.of("a", "b"));
            }

            // then
            try (Observer observer = new Observer(kafka.bootstrapServers(), "lines")) {
                assertThat(observer.readToEnd())
                        .extracting(ConsumerRecord::value)
                        .containsExactlyInAnyOrder("a", "b");
            }
        }
    }
}
