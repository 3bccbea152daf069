package io.millrace.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The nodes of a cluster and the settings each is started with.
 *
 * <p>With three nodes each is a controller too, so any one may die. With fewer, node 1 is the only controller: two controllers
 * would need both to be there. Immutable.
 */
record ClusterLayout(List<BrokerNode> nodes, BrokerSettings settings, SecureListener secure) {
    private static final String BROKER = "PLAINTEXT";
    private static final String CONTROLLER = "CONTROLLER";

    ClusterLayout {
        nodes = List.copyOf(nodes);
    }

    /** Lays nodes 1 to {@code brokers} out on free ports, each with a directory of its own below the given one. */
    static ClusterLayout plan(
            int brokers, Path directory, OptionalInt firstPort, BrokerSettings settings, SecureListener secure) {
        int controllers = brokers < 3 ? 1 : brokers;
        List<Integer> ports = FreePorts.pick(2 * brokers + controllers);
        List<BrokerNode> nodes = new ArrayList<>();
        for (int i = 0; i < brokers; i++) {
            nodes.add(new BrokerNode(
                    i + 1,
                    i == 0 && firstPort.isPresent() ? firstPort.getAsInt() : ports.get(i),
                    i < controllers ? ports.get(2 * brokers + i) : BrokerNode.NONE,
                    secure.exists() ? ports.get(brokers + i) : BrokerNode.NONE,
                    directory.resolve("node-" + (i + 1))));
        }
        return new ClusterLayout(nodes, settings, secure);
    }

    String secureServers() {
        return nodes.stream().map(BrokerNode::secureAddress).collect(Collectors.joining(","));
    }

    String bootstrapServers() {
        return nodes.stream().map(BrokerNode::address).collect(Collectors.joining(","));
    }

    Properties propertiesOf(BrokerNode node) {
        Properties properties = new Properties();
        settings.addTo(properties);
        String listeners = BROKER + "://" + node.address();
        String protocols = BROKER + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT";
        if (secure.exists()) {
            listeners += "," + SecureListener.NAME + "://" + node.secureAddress();
            protocols += "," + SecureListener.NAME + ":" + secure.protocol();
        }
        secure.addTo(properties);
        properties.setProperty("advertised.listeners", listeners);
        if (node.isController()) {
            listeners += "," + CONTROLLER + "://127.0.0.1:" + node.controllerPort();
        }
        properties.setProperty("listeners", listeners);
        properties.setProperty("process.roles", node.isController() ? "broker,controller" : "broker");
        properties.setProperty("node.id", Integer.toString(node.id()));
        properties.setProperty("controller.quorum.voters", voters());
        properties.setProperty("controller.listener.names", CONTROLLER);
        properties.setProperty("inter.broker.listener.name", BROKER);
        properties.setProperty("listener.security.protocol.map", protocols);
        properties.setProperty("log.dirs", node.dataDirectory().toString());
        return properties;
    }

    private String voters() {
        return nodes.stream()
                .filter(BrokerNode::isController)
                .map(node -> node.id() + "@127.0.0.1:" + node.controllerPort())
                .collect(Collectors.joining(","));
    }

    /** Makes the directories of all nodes ready; those that hold data already keep it. */
    void format() {
        String clusterId = nodes.stream()
                .flatMap(node -> NodeStorage.clusterIdIn(node).stream())
                .findFirst()
                .orElseGet(NodeStorage::newClusterId);
        nodes.forEach(node -> NodeStorage.format(node, clusterId, CONTROLLER));
    }
}
