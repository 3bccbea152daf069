package io.millrace.kafka;

import org.junit.jupiter.api.AfterEach;

/** The simulated cluster does what the conformance suite asks for. */
class SimulatedConformanceTest extends KafkaConformance {

    private final SimulatedConformanceCluster cluster = new SimulatedConformanceCluster(4711, BrokerLimits.DEFAULTS);

    @Override
    public ConformanceCluster cluster() {
        return cluster;
    }

    @AfterEach
    void close() {
        cluster.close();
    }
}
