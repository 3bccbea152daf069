package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * How a job's commit topic is to be: what it is made with, and what is said of one that is otherwise. Immutable.
 *
 * @param servers where the cluster is, for the commands in messages
 * @param topic its name
 * @param brokers how many the cluster has
 */
record CommitTopicPlan(String servers, String topic, int brokers) {

    private static final String COMPACT = "compact";
    private static final String CLEANUP_POLICY = "cleanup.policy";
    private static final String MIN_IN_SYNC = "min.insync.replicas";

    /** With so many, two of which must be in sync, one broker may be lost without a loss or a halt. */
    private static final int REPLICAS = 3;

    /** What it is made with: small segments that are compacted early, so that a start reads little. */
    Map<String, String> config() {
        Map<String, String> config = new TreeMap<>(Map.of(
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
        if (replicas() == REPLICAS) {
            config.put(MIN_IN_SYNC, "2");
        }
        return config;
    }

    private int replicas() {
        return Math.min(REPLICAS, brokers);
    }

    NewTopic toNewTopic() {
        return new NewTopic(topic, Optional.of(1), Optional.of((short) replicas())).configs(config());
    }

    /** The command that makes it. */
    String createCommand() {
        return "kafka-topics.sh --bootstrap-server " + servers + " --create --topic " + topic
                + " --partitions 1 --replication-factor " + replicas() + " "
                + config().entrySet().stream()
                        .map(config -> "--config " + config.getKey() + "=" + config.getValue())
                        .collect(Collectors.joining(" "));
    }

    private String alterCommand(String setting) {
        return "kafka-configs.sh --bootstrap-server " + servers + " --alter --entity-type topics --entity-name " + topic
                + " --add-config " + setting;
    }

    /** @throws StartRefusedException if the topic cannot serve */
    void requireOnePartition(TopicDescription found) {
        if (found.partitions().size() != 1) {
            throw new StartRefusedException("The commit topic '" + topic + "' must have one partition, but has "
                    + found.partitions().size()
                    + ", so its entries have no order. If it holds nothing of value, delete it"
                    + " and make it anew: " + createCommand());
        }
    }

    /** @throws StartRefusedException if the topic cannot serve */
    void requireKept(TopicDescription found, Config config) {
        value(config, CLEANUP_POLICY).filter(policy -> !policy.equals(COMPACT)).ifPresent(policy -> {
            throw new StartRefusedException("The commit topic '" + topic
                    + "' must have cleanup.policy=compact, but has "
                    + policy + ", with which brokers would delete what decides where the job goes on. Set it: "
                    + alterCommand(CLEANUP_POLICY + "=" + COMPACT));
        });
        int replicas = replicasOf(found);
        if (minInSync(config) > replicas) {
            throw new StartRefusedException("The commit topic '" + topic + "' has " + replicas
                    + " replicas, fewer than its min.insync.replicas of " + minInSync(config)
                    + ", so that nothing could ever be written to it. Give it more replicas (kafka-reassign-partitions.sh),"
                    + " or lower the setting: " + alterCommand(MIN_IN_SYNC + "=" + replicas));
        }
    }

    /** What may cost the job later, though it can start. */
    List<String> risks(TopicDescription found, Config config) {
        List<String> risks = new ArrayList<>();
        int replicas = replicasOf(found);
        if (replicas == 1 && brokers > 1) {
            risks.add(
                    "it has one replica though there are " + brokers
                            + " brokers: if that one loses it, the job cannot go on. Give it more (kafka-reassign-partitions.sh)");
        } else if (replicas > 1 && minInSync(config) == 1) {
            risks.add(
                    "its min.insync.replicas is 1: a commit that only one broker has is lost with it, while the output"
                            + " may remain. Raise it: " + alterCommand(MIN_IN_SYNC + "=2"));
        }
        return risks;
    }

    private static int replicasOf(TopicDescription found) {
        return found.partitions().get(0).replicas().size();
    }

    private static int minInSync(Config config) {
        return value(config, MIN_IN_SYNC).map(Integer::parseInt).orElse(1);
    }

    private static Optional<String> value(Config config, String name) {
        return Optional.ofNullable(config.get(name)).map(ConfigEntry::value);
    }
}
