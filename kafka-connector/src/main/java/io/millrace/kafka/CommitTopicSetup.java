package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure that a job's commit topic exists and keeps what it must. */
final class CommitTopicSetup {

    private static final Logger log = LoggerFactory.getLogger(CommitTopicSetup.class);

    private static final String COMPACT = "compact";
    private static final String CLEANUP_POLICY = "cleanup.policy";

    /** Small segments that are compacted early, so that a start reads little. */
    private static final Map<String, String> CONFIG = new TreeMap<>(Map.of(
            CLEANUP_POLICY,
            COMPACT,
            "segment.bytes",
            Integer.toString(4 * 1024 * 1024),
            "segment.ms",
            Long.toString(60 * 60 * 1000),
            "delete.retention.ms",
            Long.toString(60 * 60 * 1000),
            "min.cleanable.dirty.ratio",
            "0.1"));

    private final ClusterAdmin admin;
    private final String topic;

    CommitTopicSetup(ClusterAdmin admin, String topic) {
        this.admin = admin;
        this.topic = topic;
    }

    /**
     * Makes the topic if it is missing.
     *
     * @throws StartRefusedException if it is not as it must be, or may not be made
     */
    void ensure() {
        TopicDescription found = admin.topics(List.of(topic), Duration.ZERO).get(topic);
        if (found == null) {
            create();
            found = admin.topics(List.of(topic), admin.bound()).get(topic);
        }
        if (found == null) {
            throw new AttemptFailedException("The commit topic '" + topic + "' was made on Kafka at "
                    + admin.bootstrapServers() + ", but cannot be seen within " + Durations.text(admin.bound()));
        }
        requireOnePartition(found);
        requireCompacted();
    }

    private void create() {
        NewTopic missing = new NewTopic(topic, Optional.of(1), Optional.empty()).configs(CONFIG);
        try {
            admin.run("make the commit topic '" + topic + "'", client -> client.createTopic(missing));
            log.info("Made commit topic {}", topic);
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return; // somebody was quicker
            }
            throw new StartRefusedException(
                    e.getMessage() + ". If this user may not make topics, let somebody else do it: " + createCommand(),
                    e);
        }
    }

    private String createCommand() {
        return "kafka-topics.sh --bootstrap-server " + admin.bootstrapServers() + " --create --topic " + topic
                + " --partitions 1 "
                + CONFIG.entrySet().stream()
                        .map(config -> "--config " + config.getKey() + "=" + config.getValue())
                        .collect(Collectors.joining(" "));
    }

    private void requireOnePartition(TopicDescription found) {
        if (found.partitions().size() != 1) {
            throw new StartRefusedException("The commit topic '" + topic + "' must have one partition, but has "
                    + found.partitions().size()
                    + ", so its entries have no order. If it holds nothing of value, delete it"
                    + " and make it anew: " + createCommand());
        }
    }

    private void requireCompacted() {
        Optional<String> policy = cleanupPolicy();
        if (policy.isPresent() && !policy.get().equals(COMPACT)) {
            throw new StartRefusedException("The commit topic '" + topic
                    + "' must have cleanup.policy=compact, but has "
                    + policy.get() + ", with which brokers would delete what decides where the job goes on. Set it:"
                    + " kafka-configs.sh --bootstrap-server " + admin.bootstrapServers()
                    + " --alter --entity-type topics --entity-name " + topic + " --add-config cleanup.policy=compact");
        }
    }

    private Optional<String> cleanupPolicy() {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try {
            Config config = admin.call(
                    "ask for the settings of the commit topic '" + topic + "'",
                    client -> client.describeConfig(resource));
            return Optional.ofNullable(config.get(CLEANUP_POLICY)).map(ConfigEntry::value);
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                log.warn("Not allowed to see whether commit topic {} is compacted; it must be", topic);
                return Optional.empty();
            }
            throw e;
        }
    }
}
