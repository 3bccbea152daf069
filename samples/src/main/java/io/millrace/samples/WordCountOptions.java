package io.millrace.samples;

import io.millrace.api.Config;
import io.millrace.api.JobOptions;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help;
import picocli.CommandLine.Option;

/** The options of {@code word-count}, read from the command line. Confined to one thread. */
final class WordCountOptions {

    @Option(
            names = "--bootstrap-servers",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Where the Kafka cluster is; several separated by commas.",
            showDefaultValue = Help.Visibility.NEVER)
    String bootstrapServers = "";

    @Option(
            names = "--kafka-config",
            paramLabel = "FILE",
            description = "Properties file of settings for Kafka's clients, such as security.protocol=SASL_SSL."
                    + " With the prefix producer., consumer. or admin. for that kind alone.",
            showDefaultValue = Help.Visibility.NEVER)
    @Nullable
    Path kafkaConfig;

    @Option(names = "--input", paramLabel = "TOPIC", defaultValue = "lines", description = "Topic to read lines from.")
    String input = "";

    @Option(
            names = "--output",
            paramLabel = "TOPIC",
            defaultValue = "counts",
            description = "Topic to write counts to.")
    String output = "";

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "4",
            description = "Partitions of a topic that is missing and therefore created.")
    int partitions;

    @Option(
            names = "--job",
            paramLabel = "NAME",
            defaultValue = "word-count",
            description =
                    "Identifies the job in Kafka and in the storage. Of all processes of one name only the youngest runs.")
    String job = "";

    @Option(
            names = "--storage",
            required = true,
            paramLabel = "URI",
            description = "Where checkpoints are kept, such as file:///var/lib/millrace. The directory must exist.",
            showDefaultValue = Help.Visibility.NEVER)
    String storage = "";

    @Option(
            names = "--checkpoint-interval",
            paramLabel = "TIME",
            defaultValue = "1s",
            description =
                    "Time between two checkpoints: how long an update takes to become visible. Such as 300ms, 1s, 2m.")
    Duration checkpointInterval = Duration.ZERO;

    @Option(
            names = "--checkpoint-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long a checkpoint may take before it is given up.")
    Duration checkpointTimeout = Duration.ZERO;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = "Tasks per step. Default: the number of processors, here ${DEFAULT-VALUE}.",
            showDefaultValue = Help.Visibility.NEVER)
    int parallelism = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--state-backend",
            paramLabel = "heap|rocksdb",
            defaultValue = "heap",
            description = "What keeps the counts. There is no rocksdb yet.")
    String stateBackend = "";

    @Option(names = "--until-end", description = "End at what is the end of the input when the job first starts.")
    boolean untilEnd;

    @Option(
            names = "--stop-timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long the last checkpoint may take on SIGTERM.")
    Duration stopTimeout = Duration.ZERO;

    @Option(names = "--verbose", description = "Print stack traces.")
    boolean verbose;

    @Option(names = "--end-with-parent", hidden = true, description = "End at once when stdin ends.")
    boolean endWithParent;

    /**
     * The settings for Kafka's clients by name.
     *
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    Map<String, String> kafkaSettings() {
        Properties properties = new Properties();
        if (kafkaConfig != null) {
            try (Reader reader = Files.newBufferedReader(kafkaConfig)) {
                properties.load(reader);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    /** What the pipeline's definition is told. */
    Config config() {
        Map<String, String> settings = new HashMap<>();
        kafkaSettings().forEach((name, value) -> settings.put("millrace.kafka." + name, value));
        settings.put("millrace.kafka.bootstrap.servers", bootstrapServers);
        settings.put("input", input);
        settings.put("output", output);
        if (untilEnd) {
            settings.put("until-end", "true");
        }
        return new Config(settings);
    }

    /**
     * How the job is to run.
     *
     * @throws io.millrace.api.StartRefusedException if a value cannot work
     */
    JobOptions jobOptions() {
        return JobOptions.storage(storage)
                .checkpointEvery(checkpointInterval)
                .checkpointTimeout(checkpointTimeout)
                .parallelism(parallelism)
                .stateBackend(stateBackend);
    }
}
