package io.millrace.testkit;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * The broker settings of a small cluster for tests: few threads and partitions, quick rebalances, quick failover.
 *
 * <p>What a user sets wins, except over the settings that place the nodes. Immutable.
 */
final class BrokerSettings {
    private static final Set<String> PLACEMENT = Set.of(
            "process.roles",
            "node.id",
            "broker.id",
            "controller.quorum.voters",
            "controller.quorum.bootstrap.servers",
            "controller.listener.names",
            "inter.broker.listener.name",
            "listeners",
            "advertised.listeners",
            "listener.security.protocol.map",
            "log.dir",
            "log.dirs",
            "metadata.log.dir");

    private final Map<String, String> settings;

    private BrokerSettings(Map<String, String> settings) {
        this.settings = settings;
    }

    static BrokerSettings of(int brokers, Map<String, String> fromUser) {
        for (String name : fromUser.keySet()) {
            if (PLACEMENT.contains(name)) {
                throw new IllegalArgumentException("The broker setting " + name + " cannot be set: the test kit places"
                        + " its nodes itself. Use the builder's own methods for port and directory.");
            }
        }
        Map<String, String> settings = new TreeMap<>(FOR_TESTS);
        settings.putAll(replication(brokers));
        settings.putAll(fromUser);
        return new BrokerSettings(settings);
    }

    void addTo(Properties properties) {
        properties.putAll(settings);
    }

    private static final Map<String, String> FOR_TESTS = Map.ofEntries(
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("num.partitions", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.min.session.timeout.ms", "1000"),
            // a transaction that outlives its timeout is aborted within a second, not within ten
            Map.entry("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000"),
            // a dead broker is noticed, and can register anew, after three seconds; shorter makes a busy machine look
            // like a dead broker
            Map.entry("broker.session.timeout.ms", "3000"),
            Map.entry("broker.heartbeat.interval.ms", "300"),
            Map.entry("auto.leader.rebalance.enable", "false"),
            Map.entry("server.max.startup.time.ms", "60000"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "4"),
            Map.entry("background.threads", "2"),
            Map.entry("log.cleaner.dedupe.buffer.size", "4194304"));

    private static Map<String, String> replication(int brokers) {
        String factor = Integer.toString(brokers);
        String minInSync = Integer.toString(brokers == 3 ? 2 : 1);
        return Map.of(
                "default.replication.factor", factor,
                "min.insync.replicas", minInSync,
                "offsets.topic.replication.factor", factor,
                "transaction.state.log.replication.factor", factor,
                "transaction.state.log.min.isr", minInSync,
                "share.coordinator.state.topic.replication.factor", factor,
                "share.coordinator.state.topic.min.isr", minInSync);
    }
}
