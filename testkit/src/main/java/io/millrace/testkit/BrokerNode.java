package io.millrace.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where one node of a cluster lives: its number, its ports on loopback, its directory. Immutable.
 *
 * @param controllerPort the port of the node's controller, or {@link #NONE} for a node that is only a broker
 * @param securePort the port of the node's {@link SecureListener}, or {@link #NONE}
 */
record BrokerNode(int id, int brokerPort, int controllerPort, int securePort, Path directory) {
    static final int NONE = 0;

    boolean isController() {
        return controllerPort != NONE;
    }

    List<Integer> ports() {
        List<Integer> ports = new ArrayList<>(List.of(brokerPort, controllerPort, securePort));
        ports.removeIf(port -> port == NONE);
        return ports;
    }

    String address() {
        return "127.0.0.1:" + brokerPort;
    }

    String secureAddress() {
        return "127.0.0.1:" + securePort;
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    @Override
    public String toString() {
        return "broker " + id + " at " + address();
    }
}
