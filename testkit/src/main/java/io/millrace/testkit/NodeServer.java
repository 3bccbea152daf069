package io.millrace.testkit;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The broker of one node, and its controller if it has one, in this JVM.
 *
 * <p>Made of the parts that {@link KafkaRaftServer} is made of, in the same order. It is not that class itself since that one
 * ends the JVM upon a fatal fault and binds its ports late. Confined to one thread at a time.
 */
final class NodeServer {
    private static final Duration CONTROLLED_SHUTDOWN = Duration.ofSeconds(10);
    private static final Duration HALF_STARTED_BOUND = Duration.ofSeconds(30);

    private final @Nullable ControllerServer controller;
    private final BrokerServer broker;

    private NodeServer(@Nullable ControllerServer controller, BrokerServer broker) {
        this.controller = controller;
        this.broker = broker;
    }

    /** Starts a node and returns when it serves its clients. */
    static NodeServer start(Properties properties, BoundSockets sockets, FaultHandlerFactory faults) {
        KafkaConfig config = KafkaConfig.fromProps(properties);
        Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> storage =
                KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(NodeServer.class), "");
        QuorumConfig quorum = config.quorumConfig();
        SharedServer shared = new SharedServer(
                config,
                storage._1(),
                Time.SYSTEM,
                new Metrics(),
                CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
                QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
                faults,
                sockets);
        ControllerServer controller = properties.getProperty("process.roles").contains("controller")
                ? new ControllerServer(shared, KafkaRaftServer.configSchema(), storage._2())
                : null;
        NodeServer server = new NodeServer(controller, new BrokerServer(shared));
        server.start();
        return server;
    }

    private void start() {
        try {
            if (controller != null) {
                controller.startup();
            }
            broker.startup();
        } catch (Throwable e) { // whatever it was, a half-started node must not stay
            stopHalfStarted(e);
            throw e;
        }
    }

    private void stopHalfStarted(Throwable cause) {
        try {
            Await.bounded("a half-started node to stop", HALF_STARTED_BOUND, this::stop);
        } catch (TestkitException e) {
            cause.addSuppressed(e);
        }
    }

    /** Hands leadership over, closes all logs cleanly and returns when all threads of the node have ended. */
    void stop() {
        broker.shutdown(CONTROLLED_SHUTDOWN);
        if (controller != null) {
            controller.shutdown();
        }
        broker.awaitShutdown();
        if (controller != null) {
            controller.awaitShutdown();
        }
    }
}
