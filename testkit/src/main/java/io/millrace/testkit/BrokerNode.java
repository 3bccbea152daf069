package io.millrace.testkit;

import java.nio.file.Path;
import java.util.List;

/**
 * Where one node of a cluster lives: its number, its ports on loopback, its directory. Immutable.
 *
 * @param controllerPort the port of the node's controller, or {@link #NO_CONTROLLER} for a node that is only a broker
 */
record BrokerNode(int id, int brokerPort, int controllerPort, Path directory) {
    static final int NO_CONTROLLER = 0;

    boolean isController() {
        return controllerPort != NO_CONTROLLER;
    }

    List<Integer> ports() {
        return isController() ? List.of(brokerPort, controllerPort) : List.of(brokerPort);
    }

    String address() {
        return "127.0.0.1:" + brokerPort;
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    @Override
    public String toString() {
        return "broker " + id + " at " + address();
    }
}
