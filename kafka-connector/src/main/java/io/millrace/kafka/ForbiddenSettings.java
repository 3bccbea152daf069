package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.Map;

/** The client settings that users may not make, because a guarantee rests on each of them. */
final class ForbiddenSettings {

    private static final String SERDES =
            "records are read and written with the serdes given to the source and the sink";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("bootstrap.servers", "the servers are those given to Kafka.at(...)"),
            Map.entry("bootstrap.controllers", "brokers are asked, those given to Kafka.at(...)"),
            Map.entry("key.serializer", SERDES),
            Map.entry("value.serializer", SERDES),
            Map.entry("key.deserializer", SERDES),
            Map.entry("value.deserializer", SERDES),
            Map.entry(
                    "isolation.level",
                    "only committed records may be read, or output would rest on input that never happened"),
            Map.entry(
                    "auto.offset.reset",
                    "a position that cannot be read any more must stop the job and not jump over records unseen; the"
                            + " first start is chosen with fromEarliest() or fromLatest() of the source"),
            Map.entry(
                    "enable.auto.commit",
                    "positions are part of the checkpoints; those in the consumer group are published after a"
                            + " checkpoint is committed"),
            Map.entry(
                    "group.id",
                    "partitions are assigned by Millrace and not by a group; where positions are published is chosen"
                            + " with consumerGroup(...) of the source"),
            Map.entry("group.instance.id", "partitions are assigned by Millrace and not by a group"),
            Map.entry("group.protocol", "partitions are assigned by Millrace and not by a group"),
            Map.entry("group.remote.assignor", "partitions are assigned by Millrace and not by a group"),
            Map.entry("partition.assignment.strategy", "partitions are assigned by Millrace and not by a group"),
            Map.entry(
                    "transactional.id",
                    "it is derived from the name of the job or its commit topic: under it a new process fences the one before"),
            Map.entry("enable.idempotence", "without it a repeated send could write a record twice"),
            Map.entry("acks", "a record counts as written only when all in-sync replicas have it"),
            Map.entry(
                    "transaction.two.phase.commit.enable",
                    "a transaction is decided by the commit entry that it ends with, in one phase"));

    private ForbiddenSettings() {}

    /** @throws StartRefusedException if users may not make this setting */
    static void requireAllowed(String name) {
        String reason = REASONS.get(name);
        if (reason != null) {
            throw new StartRefusedException(
                    "The Kafka setting '" + name + "' cannot be made: " + reason + ". Remove the setting");
        }
    }
}
