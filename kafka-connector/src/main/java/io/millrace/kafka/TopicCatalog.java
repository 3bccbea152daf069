package io.millrace.kafka;

import io.millrace.time.Clock;
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

    private final ClusterAdmin admin;
    private final RecordLimit recordLimit;
    private final Set<String> reserved;
    private final Background background;
    private final Consumer<String> learn;
    private final Clock clock;
    private final Map<String, TopicAnswer> usable = new ConcurrentHashMap<>();
    private final UnusableTopics unusable;

    /**
     * @param recordLimit the producer's
     * @param reserved topics that no sink may write to
     * @param learn lets the producer find out who leads a topic's partitions, and blocks meanwhile, so that no send has to
     * @param background asks while the tasks go on; belongs to the catalog from now on
     */
    TopicCatalog(
            ClusterAdmin admin,
            RecordLimit recordLimit,
            Set<String> reserved,
            Consumer<String> learn,
            Background background) {
        this.admin = admin;
        this.recordLimit = recordLimit;
        this.reserved = Set.copyOf(reserved);
        this.learn = learn;
        this.background = background;
        this.clock = admin.clock();
        this.unusable = new UnusableTopics(clock);
    }

    /** Whether it is the job's commit topic: nothing but commits may be there. */
    boolean isReserved(String topic) {
        return reserved.contains(topic);
    }

    /** Asks for a topic, and blocks meanwhile; waits for one that may have been created just now. */
    TopicAnswer ask(String topic) {
        TopicAnswer answer = look(topic);
        if (answer.rules().isPresent()) {
            learn.accept(topic);
            usable.put(topic, answer);
            unusable.remove(topic);
        } else {
            unusable.put(topic, answer);
        }
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
                recordLimit,
                ofTopic.number("max.message.bytes"),
                ofTopic.text("cleanup.policy").orElse("").contains("compact"),
                TimestampLimits.of(ofTopic));
    }

    /** What is known of a topic; null if nothing is. */
    @Nullable
    TopicAnswer known(String topic) {
        TopicAnswer known = usable.get(topic);
        return known == null ? unusable.find(topic) : known;
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
