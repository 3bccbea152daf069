package io.millrace.testkit;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * A Kafka broker in a Docker container, by Testcontainers, for those who test against an image.
 *
 * <p>It needs a Docker daemon, and {@code org.testcontainers:testcontainers-kafka} on the class path, which the test kit does not
 * bring along. It compiles against the Testcontainers version of the parent pom, but has not been run by Millrace's own build, whose
 * machine has no Docker; its test skips itself there and says so. Thread-safe.
 */
public final class ContainerKafka implements KafkaCluster {
    private final KafkaContainer container;
    private final ClusterAdmin admin;

    private ContainerKafka(KafkaContainer container) {
        this.container = container;
        this.admin = new ClusterAdmin(container.getBootstrapServers(), node -> true);
    }

    /** Whether there is both Testcontainers and a Docker daemon it can talk to; ask this before {@link #start()}. */
    public static boolean isAvailable() {
        try {
            Class.forName("org.testcontainers.kafka.KafkaContainer", false, ContainerKafka.class.getClassLoader());
        } catch (ClassNotFoundException notOnTheClassPath) {
            return false;
        }
        return Docker.isReachable();
    }

    /** Starts the image of Apache Kafka that has the version of the client library. */
    public static ContainerKafka start() {
        return start("apache/kafka:" + clientVersion());
    }

    /** Starts a broker from the given image, which has to be one of Apache Kafka's own. */
    public static ContainerKafka start(String image) {
        KafkaContainer container = new KafkaContainer(image)
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0")
                .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4")
                .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4");
        container.start();
        return new ContainerKafka(container);
    }

    private static String clientVersion() {
        Properties properties = new Properties();
        try (InputStream resource = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
            properties.load(requireNonNull(resource, "kafka-version.properties of kafka-clients"));
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read the version of kafka-clients", e);
        }
        return properties.getProperty("version");
    }

    @Override
    public String bootstrapServers() {
        return container.getBootstrapServers();
    }

    @Override
    public Admin admin() {
        return admin.admin();
    }

    @Override
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        admin.createTopic(name, partitions, configs);
    }

    @Override
    public void close() {
        admin.close();
        container.stop();
    }

    /** A class of its own, so that it is loaded only where Testcontainers is there. */
    private static final class Docker {
        static boolean isReachable() {
            return DockerClientFactory.instance().isDockerAvailable();
        }
    }
}
