package io.millrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EmbeddedKafkaTest {
    @Test
    void shouldKeepPortsAndDataWhenStoppedAndRestarted() {
        try (EmbeddedKafka kafka = EmbeddedKafka.start()) {
            // given
            String address = kafka.bootstrapServers();
            kafka.createTopic("lines", 2);
            try (TopicWriter writer = new TopicWriter(address)) {
                writer.write("lines", List.of("a", "b", "c"));

                // when
                kafka.stop();
                kafka.restart();

                // then
                writer.writeTo("lines", 0, "d");
            }
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            try (Observer observer = new Observer(address, "lines")) {
                assertThat(observer.readToEnd())
                        .extracting(ConsumerRecord::value)
                        .containsExactlyInAnyOrder("a", "b", "c", "d");
            }
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenClosed() throws Exception {
        // given
        Set<String> threadsBefore = threadNames();
        Set<ObjectName> beansBefore = kafkaBeans();
        EmbeddedKafka kafka = EmbeddedKafka.start();
        kafka.createTopic("lines", 1);

        // when
        kafka.close();
        kafka.close();

        // then
        assertThat(threadNames()).isSubsetOf(threadsBefore);
        assertThat(kafkaBeans()).isSubsetOf(beansBefore);
        assertThat(kafka.directory()).doesNotExist();
    }

    @Test
    void shouldUseDataOfEarlierBrokerWhenGivenItsDirectory(@TempDir Path directory) {
        // given
        try (EmbeddedKafka earlier =
                EmbeddedKafka.builder().directory(directory).start()) {
            earlier.createTopic("lines", 1);
            try (TopicWriter writer = new TopicWriter(earlier.bootstrapServers())) {
                writer.writeTo("lines", 0, "kept");
            }
        }

        // when
        try (EmbeddedKafka later = EmbeddedKafka.builder().directory(directory).start();
                Observer observer = new Observer(later.bootstrapServers(), "lines")) {
            // then
            assertThat(observer.readToEnd()).extracting(ConsumerRecord::value).containsExactly("kept");
        }
        assertThat(directory).isNotEmptyDirectory();
    }

    @Test
    void shouldFailNamingThePortWhenGivenPortIsTaken() throws IOException {
        // given
        try (ServerSocket other = new ServerSocket(0, 1, FreePorts.loopback())) {
            int port = other.getLocalPort();

            // when, then
            assertThatExceptionOfType(TestkitException.class)
                    .isThrownBy(() -> EmbeddedKafka.builder().port(port).start())
                    .withMessageContaining("Port " + port + " on loopback is taken");
        }
    }

    @Test
    void shouldFailWithoutEndingThisJvmWhenSettingIsWrong() {
        assertThatExceptionOfType(TestkitException.class)
                .isThrownBy(() -> EmbeddedKafka.builder()
                        .setting("num.io.threads", "none")
                        .start())
                .withMessageContaining("did not start")
                .withStackTraceContaining("num.io.threads");
    }

    @Test
    void shouldFailWithoutEndingThisJvmWhenDataIsDamaged(@TempDir Path directory) throws IOException {
        // given
        EmbeddedKafka.builder().directory(directory).start().close();
        try (var files = Files.walk(directory)) {
            Path checkpoint = files.filter(path -> path.endsWith("quorum-state"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(checkpoint, "no quorum state");
        }
        Set<String> threadsBefore = threadNames();

        // when, then
        assertThatExceptionOfType(TestkitException.class)
                .isThrownBy(() -> EmbeddedKafka.builder().directory(directory).start())
                .withMessageContaining("did not start");
        assertThat(threadNames()).isSubsetOf(threadsBefore);
    }

    private static Set<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
    }

    private static Set<ObjectName> kafkaBeans() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        return server.queryNames(new ObjectName("kafka.*:*"), null);
    }
}
