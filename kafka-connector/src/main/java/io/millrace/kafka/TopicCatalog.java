package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows what the topics that an attempt writes to take. The cluster is asked once for each; for a topic that
 * does not exist, or that this user may not write, again after a while.
 *
 * <p>Thread-safe.
 */
final class TopicCatalog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TopicCatalog.class);

    private static final Duration UNUSABLE_FOR = Duration.ofSeconds(10);

    private record Known(TopicAnswer answer, long nanos) {}

    private final ClusterAdmin admin;
    private final int maxRequestSize;
    private final Set<String> reserved;
    private final Background background;
    private final Clock clock;
    private final Map<String, Known> answers = new ConcurrentHashMap<>();

    /**
     * @param maxRequestSize the producer's limit
     * @param reserved topics that no sink may write to
     * @param background asks while the tasks go on; belongs to the catalog from now on
     */
    TopicCatalog(ClusterAdmin admin, int maxRequestSize, Set<String> reserved, Background background) {
        this.admin = admin;
        this.maxRequestSize = maxRequestSize;
        this.reserved = Set.copyOf(reserved);
        this.background = background;
        this.clock = admin.clock();
    }

    /** Whether it is the job's commit topic: nothing but commits may be there. */
    boolean isReserved(String topic) {
        return reserved.contains(topic);
    }

    /** Asks for a topic, and blocks meanwhile; waits for one that may have been created just now. */
    TopicAnswer ask(String topic) {
        TopicAnswer answer = look(topic);
        answers.values().removeIf(this::isStale);
        answers.put(topic, new Known(answer, clock.nanos()));
        return answer;
    }

    private TopicAnswer look(String topic) {
        try {
            TopicDescription found =
                    admin.topics(Set.of(topic), ClusterAdmin.METADATA_LAG).get(topic);
            if (found == null) {
                return TopicAnswer.missing();
            }
            return TopicRights.allow(found, AclOperation.WRITE)
                    ? TopicAnswer.takes(rules(topic, found))
                    : forbidden(topic);
        } catch (AttemptFailedException e) {
            if (e.getCause() instanceof TopicAuthorizationException) {
                return forbidden(topic);
            }
            throw e;
        }
    }

    private TopicAnswer forbidden(String topic) {
        return TopicAnswer.forbidden(TopicRights.forTopic(admin, topic, AclOperation.WRITE));
    }

    private TopicRules rules(String topic, TopicDescription description) {
        BrokerSettings ofTopic = BrokerSettings.ofTopic(admin, topic);
        return new TopicRules(
                topic,
                description.partitions().size(),
                maxRequestSize,
                ofTopic.number("max.message.bytes"),
                ofTopic.text("cleanup.policy").orElse("").contains("compact"),
                TimestampLimits.of(ofTopic));
    }

    /** What is known of a topic; null if nothing is. */
    @Nullable
    TopicAnswer known(String topic) {
        Known known = answers.get(topic);
        return known == null || isStale(known) ? null : known.answer();
    }

    private boolean isStale(Known known) {
        return known.answer().rules().isEmpty() && clock.nanos() - known.nanos() > UNUSABLE_FOR.toNanos();
    }

    /** The clock by which timestamps are checked, in milliseconds since the epoch. */
    long millis() {
        return clock.millis();
    }

    /**
     * Asks for a topic beside the caller.
     *
     * @param whenKnown told the answer
     * @param whenFailed told if there is none to be had
     */
    void ask(String topic, Consumer<TopicAnswer> whenKnown, Consumer<RuntimeException> whenFailed) {
        background.execute(() -> {
            try {
                whenKnown.accept(ask(topic));
            } catch (RuntimeException e) {
                log.debug("Asking for topic '{}' failed", topic, e);
                whenFailed.accept(e);
            }
        });
    }

    @Override
    public void close() {
        background.close();
    }
}
