package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Questions to a cluster, each bounded in time and with an answer or an error that says what was asked.
 *
 * <p>Thread-safe.
 */
final class ClusterAdmin implements AutoCloseable {

    /** A topic that was just created is not known to all brokers at once. */
    static final Duration METADATA_LAG = Duration.ofSeconds(3);

    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(2);
    private static final Duration SLACK = Duration.ofSeconds(1);

    private final Admin admin;
    private final String bootstrapServers;
    private final Duration bound;
    private final Clock clock;

    private ClusterAdmin(Admin admin, String bootstrapServers, Duration bound, Clock clock) {
        this.admin = admin;
        this.bootstrapServers = bootstrapServers;
        this.bound = bound;
        this.clock = clock;
    }

    /**
     * Makes a client; does not connect yet.
     *
     * @param clientId name of the client; null for one that the client chooses
     * @throws StartRefusedException if the settings do not work
     */
    static ClusterAdmin open(ClientSettings settings, @Nullable String clientId, Clock clock) {
        AdminSettings config = AdminSettings.of(settings, clientId);
        try {
            return new ClusterAdmin(Admin.create(config.config()), settings.bootstrapServers(), config.bound(), clock);
        } catch (KafkaException e) {
            throw new StartRefusedException(
                    "Could not make a client for Kafka at " + settings.bootstrapServers() + ": "
                            + ClientSettings.rootMessage(e) + ". Check the servers and the client settings",
                    e);
        }
    }

    String bootstrapServers() {
        return bootstrapServers;
    }

    /** How long a single call may take. */
    Duration bound() {
        return bound;
    }

    Clock clock() {
        return clock;
    }

    /**
     * Asks for the cluster's id, which shows that the cluster can be reached.
     *
     * @throws StartRefusedException if it cannot
     */
    String clusterId() {
        try {
            return call(
                    "ask for the cluster's id",
                    client -> client.describeCluster().clusterId());
        } catch (AttemptFailedException e) {
            throw new StartRefusedException(
                    e.getMessage()
                            + ". Check that the brokers run, that the servers are right, and the security settings",
                    e);
        }
    }

    /** Describes those of the topics that exist, waiting {@code patience} for those that cannot be seen yet. */
    Map<String, TopicDescription> topics(Collection<String> names, Duration patience) {
        Deadline deadline = Deadline.in(clock, patience);
        Map<String, TopicDescription> found = topics(names);
        while (found.size() < names.size() && !deadline.hasPassed()) {
            Deadline.pause(PAUSE);
            found = topics(names);
        }
        return found;
    }

    private Map<String, TopicDescription> topics(Collection<String> names) {
        Map<String, TopicDescription> found = new HashMap<>();
        admin.describeTopics(TopicCollection.ofTopicNames(names))
                .topicNameValues()
                .forEach((name, description) -> {
                    try {
                        found.put(name, get("describe topic '" + name + "'", description));
                    } catch (AttemptFailedException e) {
                        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                            throw e;
                        }
                    }
                });
        return found;
    }

    /** Asks for an offset of each partition; leaders that are being elected are waited for. */
    Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Set<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> specs =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> which));
        Deadline deadline = Deadline.in(clock, METADATA_LAG);
        while (true) {
            try {
                return call(
                        "ask for offsets of " + partitions,
                        client -> client.listOffsets(specs, new ListOffsetsOptions(isolation))
                                .all());
            } catch (AttemptFailedException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || deadline.hasPassed()) {
                    throw e;
                }
                Deadline.pause(PAUSE);
            }
        }
    }

    ListOffsetsResultInfo offset(TopicPartition partition, OffsetSpec which, IsolationLevel isolation) {
        ListOffsetsResultInfo info =
                offsets(Set.of(partition), which, isolation).get(partition);
        if (info == null) {
            throw new AttemptFailedException("Kafka at " + bootstrapServers + " gave no offset of " + partition);
        }
        return info;
    }

    /**
     * Makes one call.
     *
     * @param what completes the sentence "could not ..."
     * @throws AttemptFailedException if it did not work in time; the cause is Kafka's own exception
     */
    <T> T call(String what, Function<Admin, KafkaFuture<T>> call) {
        return get(what, call.apply(admin));
    }

    private <T> T get(String what, KafkaFuture<T> answer) {
        try {
            return answer.get(bound.plus(SLACK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new AttemptFailedException(
                    "Could not " + what + ", Kafka at " + bootstrapServers + ": " + ClientSettings.rootMessage(cause),
                    cause);
        } catch (TimeoutException e) {
            throw new AttemptFailedException(
                    "Could not " + what + ", Kafka at " + bootstrapServers + ": no answer within "
                            + Durations.text(bound),
                    e);
        } catch (InterruptedException e) {
            throw new InterruptException(e); // sets the flag again
        }
    }

    @Override
    public void close() {
        admin.close(CLOSE_BOUND);
    }
}
