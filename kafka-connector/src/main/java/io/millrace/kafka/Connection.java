package io.millrace.kafka;

/**
 * A cluster as sources and sinks know it. Immutable; opens nothing. Two connections are equal if their settings and clients
 * are.
 *
 * @param settings where the cluster is, and what users set
 * @param clients makes the clients
 */
record Connection(ClientSettings settings, KafkaClients clients) {

    Connection with(ClientSettings other) {
        return new Connection(other, clients);
    }
}
