package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows what the topics that an attempt writes to take. The cluster is asked once for each; for a topic that does not exist,
 * again after a while.
 *
 * <p>Thread-safe.
 */
final class TopicCatalog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(TopicCatalog.class);

    private static final Duration MISSING_FOR = Duration.ofSeconds(10);

    /** What the cluster said of a topic; no rules if it does not exist. */
    private record Answer(Optional<TopicRules> rules, long nanos) {}

    private final ClusterAdmin admin;
    private final int maxRequestSize;
    private final Set<String> reserved;
    private final Background background;
    private final Clock clock;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

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

    /** Asks for a topic, and blocks meanwhile. Empty if it does not exist. */
    Optional<TopicRules> ask(String topic) {
        TopicDescription description =
                admin.topics(Set.of(topic), Duration.ZERO).get(topic);
        Optional<TopicRules> rules = Optional.ofNullable(description).map(found -> rules(topic, found));
        answers.put(topic, new Answer(rules, clock.nanos()));
        return rules;
    }

    private TopicRules rules(String topic, TopicDescription description) {
        BrokerSettings ofTopic = BrokerSettings.ofTopic(admin, topic);
        return new TopicRules(
                topic,
                description.partitions().size(),
                maxRequestSize,
                ofTopic.number("max.message.bytes"),
                ofTopic.text("cleanup.policy").orElse("").contains("compact"));
    }

    /** What is known of a topic: null if nothing is, empty that it does not exist. */
    @Nullable
    Optional<TopicRules> known(String topic) {
        Answer answer = answers.get(topic);
        return answer == null || isStale(answer) ? null : answer.rules();
    }

    private boolean isStale(Answer answer) {
        return answer.rules().isEmpty() && clock.nanos() - answer.nanos() > MISSING_FOR.toNanos();
    }

    /**
     * Asks for a topic beside the caller.
     *
     * @param whenKnown run when there is an answer
     * @param whenFailed told if there is none to be had
     */
    void ask(String topic, Runnable whenKnown, Consumer<RuntimeException> whenFailed) {
        background.execute(() -> {
            try {
                ask(topic);
                whenKnown.run();
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
