package io.millrace.testkit;

import java.net.BindException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka cluster of one to three brokers, each a process of its own that can be killed, frozen and started again.
 *
 * <p>Nodes are numbered from 1. With three nodes topics have three replicas, two of which must be in sync, and any one node
 * may be lost. With two, node 1 is the only controller, so only node 2 may be lost. The processes run on this JVM's class path,
 * and end when this JVM ends, however that comes about. Each writes to a log file in its directory. Thread-safe.
 */
public final class KafkaProcesses implements KafkaCluster {
    private static final int START_ATTEMPTS = 5;

    private final Path directory;
    private final boolean ownsDirectory;
    private final ClusterLayout layout;
    private final List<BrokerProcess> processes;
    private final ClusterAdmin admin;
    private boolean closed;

    private KafkaProcesses(ClusterLayout layout, Path directory, boolean ownsDirectory, List<String> jvmOptions) {
        this.layout = layout;
        this.directory = directory;
        this.ownsDirectory = ownsDirectory;
        this.processes = layout.nodes().stream()
                .map(node -> new BrokerProcess(node, layout.propertiesOf(node), jvmOptions))
                .toList();
        this.admin = new ClusterAdmin(
                layout.bootstrapServers(), node -> process(node).isServing());
    }

    /** Starts so many brokers on free ports, with their data in a temporary directory that is removed on close. */
    public static KafkaProcesses start(int brokers) {
        return builder(brokers).start();
    }

    public static Builder builder(int brokers) {
        return new Builder(brokers);
    }

    @Override
    public String bootstrapServers() {
        return layout.bootstrapServers();
    }

    @Override
    public Admin admin() {
        return admin.admin();
    }

    @Override
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        admin.createTopic(name, partitions, configs);
    }

    /** Ends a broker as a crash would, by SIGKILL, and returns when its process is gone. */
    public void kill(int node) {
        process(node).kill();
    }

    /** Ends a broker in good order, by SIGTERM, and returns when its process is gone. */
    public void stop(int node) {
        process(node).terminate();
    }

    /** Halts a broker by SIGSTOP: its connections stay, but nothing answers. Needs a POSIX system. */
    public void freeze(int node) {
        process(node).freeze();
    }

    /** Lets a frozen broker go on, by SIGCONT. */
    public void thaw(int node) {
        process(node).thaw();
    }

    /**
     * Starts a broker that was killed or stopped, with its port and its data, and returns when it serves.
     *
     * <p>After a kill the cluster takes it back only once the session of its former self has run out, some three seconds later.
     */
    public void restart(int node) {
        BrokerProcess process = process(node);
        requireOpen();
        process.launch();
        try {
            process.awaitServing();
        } catch (BindException e) {
            throw new TestkitException("Could not restart node " + node + ": " + e.getMessage(), e);
        }
    }

    /** The node that leads a partition; waits for one as long as the leader is unknown, dead or frozen. */
    public int leaderOf(String topic, int partition) {
        return admin.leaderOf(new TopicPartition(topic, partition));
    }

    /** Returns when every replica of every topic is in sync, so that the next broker may be lost. */
    public void awaitInSync() {
        admin.awaitInSync();
    }

    /** The file that a broker logs to, over all its starts. */
    public Path logFile(int node) {
        return process(node).logFile();
    }

    private synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Cannot start a broker of a cluster that is closed");
        }
    }

    private BrokerProcess process(int node) {
        if (node < 1 || node > processes.size()) {
            throw new IllegalArgumentException(
                    "There is no node " + node + ": nodes are numbered 1 to " + processes.size());
        }
        return processes.get(node - 1);
    }

    private void launchAll() throws BindException {
        layout.format();
        processes.forEach(BrokerProcess::launch);
        for (BrokerProcess process : processes) {
            process.awaitServing();
        }
        admin.awaitBrokers(processes.size());
    }

    /** Kills all brokers. A directory given by the user stays as after a crash; a later start recovers from that. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        admin.close();
        RuntimeException first = null;
        for (BrokerProcess process : processes) {
            try {
                process.kill();
            } catch (RuntimeException e) { // the others must end all the same
                first = firstOf(first, e);
            }
        }
        if (first != null) {
            throw first;
        }
        if (ownsDirectory) {
            NodeStorage.delete(directory);
        }
    }

    private static RuntimeException firstOf(@Nullable RuntimeException first, RuntimeException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    /** Collects what brokers are started with. Confined to one thread. */
    public static final class Builder {
        private static final List<String> SMALL_AND_QUICK =
                List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

        private final int brokers;
        private final Map<String, String> settings = new HashMap<>();
        private List<String> jvmOptions = SMALL_AND_QUICK;
        private @Nullable Path directory;

        private Builder(int brokers) {
            if (brokers < 1 || brokers > 3) {
                throw new IllegalArgumentException("A cluster of child processes has 1 to 3 brokers, not " + brokers);
            }
            this.brokers = brokers;
        }

        /** Adds a setting for all brokers; it wins over what the test kit would set. */
        public Builder setting(String name, String value) {
            settings.put(name, value);
            return this;
        }

        public Builder settings(Map<String, String> more) {
            settings.putAll(more);
            return this;
        }

        /** Keeps data and logs in this directory, uses what it holds already, and leaves it there on close. */
        public Builder directory(Path kept) {
            directory = kept.toAbsolutePath();
            return this;
        }

        /** Replaces the options of the brokers' JVMs, which by default make them small and quick to start. */
        public Builder jvmOptions(String... options) {
            jvmOptions = List.of(options);
            return this;
        }

        /** Starts the brokers and returns when all of them serve. */
        public KafkaProcesses start() {
            BrokerSettings checked = BrokerSettings.of(brokers, settings);
            Path home = directory == null ? NodeStorage.temporaryDirectory() : directory;
            for (int attempt = 1; ; attempt++) {
                ClusterLayout layout =
                        ClusterLayout.plan(brokers, home, OptionalInt.empty(), checked, SecureListener.NONE);
                KafkaProcesses kafka = new KafkaProcesses(layout, home, directory == null, jvmOptions);
                try {
                    kafka.launchAll();
                    return kafka;
                } catch (BindException taken) { // somebody was quicker
                    kafka.close();
                    if (attempt == START_ATTEMPTS) {
                        throw new TestkitException("Could not start a cluster: " + taken.getMessage(), taken);
                    }
                } catch (RuntimeException e) {
                    kafka.close();
                    throw e;
                }
            }
        }
    }
}
