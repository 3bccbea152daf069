package io.millrace.samples;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics that are missing, with the broker's own replication factor. Topics that exist stay as they are, also
 * when someone else creates them at the same moment. Immutable.
 *
 * @param bootstrapServers where the cluster is
 * @param settings what the user set for Kafka's clients; of these, the admin client takes those that it knows
 * @param partitions of a topic that is created
 */
record Topics(String bootstrapServers, Map<String, String> settings, int partitions) {

    private static final int BOUND_MILLIS = 30_000;

    /**
     * Returns when all topics exist.
     *
     * @throws StartRefusedException if that cannot be achieved
     */
    void ensure(String... names) throws InterruptedException {
        try (Admin admin = Admin.create(adminConfig())) {
            List<NewTopic> missing = new ArrayList<>();
            for (String name : List.of(names)) {
                if (!exists(admin, name)) {
                    missing.add(new NewTopic(name, Optional.of(partitions), Optional.empty()));
                }
            }
            for (KafkaFuture<Void> creation :
                    admin.createTopics(missing).values().values()) {
                awaitCreation(creation);
            }
        } catch (ExecutionException e) {
            throw refused(List.of(names), e.getCause() == null ? e : e.getCause());
        } catch (KafkaException e) {
            throw refused(List.of(names), e);
        }
    }

    private Map<String, Object> adminConfig() {
        Map<String, Object> config = new HashMap<>(settings);
        config.keySet().retainAll(AdminClientConfig.configNames());
        settings.forEach((name, value) -> {
            if (name.startsWith("admin.")) {
                config.put(name.substring("admin.".length()), value);
            }
        });
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(AdminClientConfig.CLIENT_ID_CONFIG, "millrace-samples");
        config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, BOUND_MILLIS);
        config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, BOUND_MILLIS);
        return config;
    }

    private static boolean exists(Admin admin, String name) throws InterruptedException, ExecutionException {
        try {
            admin.describeTopics(List.of(name)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    private static void awaitCreation(KafkaFuture<Void> creation) throws InterruptedException, ExecutionException {
        try {
            creation.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private StartRefusedException refused(List<String> names, Throwable cause) {
        if (cause instanceof TimeoutException) {
            return new StartRefusedException(
                    "No Kafka broker answered at " + bootstrapServers + " within "
                            + Duration.ofMillis(BOUND_MILLIS).toSeconds()
                            + " s; check --bootstrap-servers, that the broker runs, and what --kafka-config says about security",
                    cause);
        }
        return new StartRefusedException(
                "Could not make sure that the topics " + names + " exist at " + bootstrapServers + ": "
                        + rootOf(cause).getMessage(),
                cause);
    }

    /** The client wraps "no such host" and the like into a sentence that says nothing. */
    private static Throwable rootOf(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
