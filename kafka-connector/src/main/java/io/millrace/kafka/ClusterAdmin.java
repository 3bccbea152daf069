package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
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

    private final AdminCalls calls;
    private final String bootstrapServers;
    private final Duration bound;
    private final Clock clock;

    private ClusterAdmin(AdminCalls calls, String bootstrapServers, Duration bound, Clock clock) {
        this.calls = calls;
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
    static ClusterAdmin open(Connection connection, @Nullable String clientId) {
        ClientSettings settings = connection.settings();
        AdminSettings config = AdminSettings.of(settings, clientId);
        try {
            return new ClusterAdmin(
                    connection.clients().admin(config.config(), config.bound()),
                    settings.bootstrapServers(),
                    config.bound(),
                    connection.clients().clock());
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
            return call("ask for the cluster's id", AdminCalls::clusterId);
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
            deadline.pause(PAUSE);
            found = topics(names);
        }
        return found;
    }

    private Map<String, TopicDescription> topics(Collection<String> names) {
        return call("describe topics " + names, client -> client.describeTopics(names));
    }

    /** Names all topics but Kafka's internal ones. */
    Set<String> topicNames() {
        return call("list the topics", AdminCalls::listTopics);
    }

    /** What a consumer group committed; empty if there is no such group. */
    Map<TopicPartition, OffsetAndMetadata> groupOffsets(String group) {
        return call("ask for the offsets of group '" + group + "'", client -> client.groupOffsets(group));
    }

    /** Asks for an offset of each partition; leaders that are being elected are waited for. */
    Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Set<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> specs =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> which));
        return offsets(partitions, client -> client.listOffsets(specs, isolation));
    }

    /** As {@link #offsets}, of those partitions whose leader answers at once or almost. */
    Map<TopicPartition, ListOffsetsResultInfo> answeredOffsets(
            Set<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation) {
        Map<TopicPartition, OffsetSpec> specs =
                partitions.stream().collect(Collectors.toMap(each -> each, each -> which));
        return call(
                "ask for offsets of " + partitions,
                client -> client.listAnsweredOffsets(specs, isolation, METADATA_LAG));
    }

    /** Asks for the first committed record of each partition that is not older; an offset of -1 is none. */
    Map<TopicPartition, ListOffsetsResultInfo> offsetsForTime(Set<TopicPartition> partitions, long timestampMillis) {
        return offsets(partitions, client -> client.offsetsForTime(partitions, timestampMillis));
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(
            Set<TopicPartition> partitions, Function<AdminCalls, Map<TopicPartition, ListOffsetsResultInfo>> ask) {
        Deadline deadline = Deadline.in(clock, METADATA_LAG);
        while (true) {
            try {
                return call("ask for offsets of " + partitions, ask);
            } catch (AttemptFailedException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException) || deadline.hasPassed()) {
                    throw e;
                }
                deadline.pause(PAUSE);
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
    <T> T call(String what, Function<AdminCalls, T> call) {
        try {
            return call.apply(calls);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            throw new AttemptFailedException(
                    "Could not " + what + ", Kafka at " + bootstrapServers + ": " + ClientSettings.rootMessage(e), e);
        }
    }

    /** Makes one call that answers nothing, see {@link #call}. */
    void run(String what, Consumer<AdminCalls> call) {
        call(what, client -> {
            call.accept(client);
            return true;
        });
    }

    @Override
    public void close() {
        calls.close();
    }
}
