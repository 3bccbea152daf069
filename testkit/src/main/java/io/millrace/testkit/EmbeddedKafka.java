package io.millrace.testkit;

import java.net.BindException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * A real Kafka broker of one node in this JVM.
 *
 * <p>It starts in about two seconds. It can be stopped and started again with its data and ports, but it cannot crash: for that
 * use {@link KafkaProcesses}. It logs through SLF4J as this JVM is set up to; at INFO it is talkative. Its threads keep the JVM
 * alive until it is stopped or closed. Thread-safe.
 */
public final class EmbeddedKafka implements KafkaCluster {
    private static final Duration STOP_BOUND = Duration.ofSeconds(30);
    private static final Duration REBIND_PATIENCE = Duration.ofSeconds(10);
    private static final int START_ATTEMPTS = 5;

    private final Path directory;
    private final boolean ownsDirectory;
    private final ClusterLayout layout;
    private final ClusterAdmin admin;
    private final BrokerMetrics metrics = new BrokerMetrics();
    private @Nullable NodeServer server;
    private boolean closed;

    private EmbeddedKafka(ClusterLayout layout, Path directory, boolean ownsDirectory) {
        this.layout = layout;
        this.directory = directory;
        this.ownsDirectory = ownsDirectory;
        this.admin = new ClusterAdmin(layout.bootstrapServers(), node -> true);
    }

    /** Starts a broker on free ports, with its data in a temporary directory that is removed on close. */
    public static EmbeddedKafka start() {
        return builder().start();
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String bootstrapServers() {
        return layout.bootstrapServers();
    }

    /** Where clients connect to that say who they are or are encrypted, as the builder was told. */
    public String secureServers() {
        requireSecure();
        return layout.secureServers();
    }

    /**
     * What a client of {@link #secureServers} has to be set to.
     *
     * @param user a name; of no effect where the builder was told of no users
     * @param password that of the user, or a wrong one
     */
    public Map<String, String> clientSettings(String user, String password) {
        requireSecure();
        return layout.secure().client(user, password);
    }

    private void requireSecure() {
        if (!layout.secure().exists()) {
            throw new IllegalStateException(
                    "This broker has only its plain listener: tell the builder of users or ssl");
        }
    }

    /** Where the broker keeps its data. */
    public Path directory() {
        return directory;
    }

    @Override
    public Admin admin() {
        return admin.admin();
    }

    @Override
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        admin.createTopic(name, partitions, configs);
    }

    /** Stops the broker in good order; its data stays. Does nothing when it is stopped already. */
    public synchronized void stop() {
        NodeServer running = server;
        server = null;
        if (running != null) {
            Await.bounded("the embedded broker to stop", STOP_BOUND, running::stop);
            metrics.removeLeftOver();
        }
    }

    /** Stops the broker if it runs, and starts it with the same ports and the data it had. */
    public synchronized void restart() {
        if (closed) {
            throw new IllegalStateException("Cannot restart the embedded broker: it is closed");
        }
        stop();
        try {
            launch(REBIND_PATIENCE);
        } catch (BindException e) {
            throw new TestkitException("Could not restart the embedded broker with its former ports", e);
        }
    }

    private synchronized void launch(Duration patience) throws BindException {
        BrokerNode node = layout.nodes().get(0);
        FaultRecorder faults = new FaultRecorder();
        try (BoundSockets sockets = BoundSockets.bind(node.ports(), patience)) {
            server = NodeServer.start(layout.propertiesOf(node), sockets, faults);
        } catch (BindException e) {
            throw e;
        } catch (Exception e) { // the server's code throws checked exceptions that it does not declare
            metrics.removeLeftOver();
            faults.firstFatal().ifPresent(e::addSuppressed);
            throw new TestkitException("The embedded " + node + " with its data in " + directory + " did not start", e);
        }
        admin.awaitBrokers(1);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        admin.close();
        stop();
        if (ownsDirectory) {
            NodeStorage.delete(directory);
        }
    }

    /** Collects what an embedded broker is started with. Confined to one thread. */
    public static final class Builder {
        private final Map<String, String> settings = new HashMap<>();
        private final Map<String, String> users = new HashMap<>();
        private @Nullable Path directory;
        private OptionalInt port = OptionalInt.empty();
        private boolean ssl;
        private boolean accessControl;

        private Builder() {}

        /** Adds a broker setting; it wins over what the test kit would set. */
        public Builder setting(String name, String value) {
            settings.put(name, value);
            return this;
        }

        public Builder settings(Map<String, String> more) {
            settings.putAll(more);
            return this;
        }

        /** Keeps the data in this directory, uses what it holds already, and leaves it there on close. */
        public Builder directory(Path kept) {
            directory = kept.toAbsolutePath();
            return this;
        }

        /** Listens on this port instead of a free one. */
        public Builder port(int fixed) {
            port = OptionalInt.of(fixed);
            return this;
        }

        /**
         * Adds a second listener, for clients that say by SASL with the mechanism PLAIN who they are, and a user of it. The
         * first one stays as it is, for the test itself.
         */
        public Builder user(String name, String password) {
            users.put(name, password);
            return this;
        }

        /** Encrypts the second listener, with a key that is made for it. Without users it is for encryption alone. */
        public Builder ssl() {
            ssl = true;
            return this;
        }

        /**
         * Lets clients of the second listener do only what they are allowed to: nothing, until the test gives rights with
         * {@link #admin}. Who uses the first one may do all.
         */
        public Builder accessControl() {
            accessControl = true;
            return this;
        }

        /** Starts the broker and returns when it serves. */
        public EmbeddedKafka start() {
            BrokerSettings checked = BrokerSettings.of(1, settings);
            Path home = directory == null ? NodeStorage.temporaryDirectory() : directory;
            SecureListener secure =
                    new SecureListener(users, ssl ? Optional.of(TlsKeys.in(home)) : Optional.empty(), accessControl);
            for (int attempt = 1; ; attempt++) {
                ClusterLayout layout = ClusterLayout.plan(1, home, port, checked, secure);
                EmbeddedKafka kafka = new EmbeddedKafka(layout, home, directory == null);
                try {
                    layout.format();
                    kafka.launch(Duration.ZERO);
                    return kafka;
                } catch (BindException taken) { // somebody was quicker
                    if (attempt == START_ATTEMPTS || port.isPresent()) {
                        kafka.close();
                        throw new TestkitException("Could not start an embedded broker: " + taken.getMessage(), taken);
                    }
                } catch (RuntimeException e) {
                    kafka.close();
                    throw e;
                }
            }
        }
    }
}
