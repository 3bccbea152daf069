package io.millrace.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;

/** Makes, recognizes and removes the directories that nodes keep their data in. Stateless. */
final class NodeStorage {
    private NodeStorage() {}

    static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("millrace-kafka-");
        } catch (IOException e) {
            throw new UncheckedIOException("Could not make a temporary directory for Kafka's data", e);
        }
    }

    static String newClusterId() {
        return Uuid.randomUuid().toString();
    }

    /** The cluster to which the data of a node belongs, if it has any. */
    static Optional<String> clusterIdIn(BrokerNode node) {
        Path metadata = node.dataDirectory().resolve("meta.properties");
        if (!Files.exists(metadata)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(metadata, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException("Could not read " + metadata + " to find out whose data it is", e);
        }
        return Optional.ofNullable(properties.getProperty("cluster.id"));
    }

    /** Does for a new node what Kafka's storage tool does; a node that has data is left alone. */
    static void format(BrokerNode node, String clusterId, String controllerListener) {
        if (clusterIdIn(node).isPresent()) {
            return;
        }
        String directory = node.dataDirectory().toString();
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Files.createDirectories(node.dataDirectory());
            new Formatter()
                    .setNodeId(node.id())
                    .setClusterId(clusterId)
                    .addDirectory(directory)
                    .setMetadataLogDirectory(directory)
                    .setControllerListenerName(controllerListener)
                    .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
                    .setPrintStream(nowhere)
                    .run();
        } catch (Exception e) { // the formatter declares no narrower type
            throw new TestkitException("Could not format " + directory + " for " + node, e);
        }
    }

    /** Removes a directory that no node uses any more. */
    static void delete(Path directory) {
        try (Stream<Path> found = Files.walk(directory)) {
            List<Path> childrenFirst = found.sorted(Comparator.reverseOrder()).toList();
            for (Path path : childrenFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Could not remove " + directory + " after its nodes had ended", e);
        }
    }
}
