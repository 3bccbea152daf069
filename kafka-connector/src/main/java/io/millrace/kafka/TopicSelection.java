package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;

/** Which topics a source reads. Immutable. */
sealed interface TopicSelection {

    /** The names, or what stands for them, for people. */
    List<String> names();

    /** Whether topics are chosen by a rule, so that there may be more of them tomorrow. */
    boolean isOpen();

    /** Whether the selection has the topic, should it exist. */
    boolean selects(String topic);

    /**
     * Describes the topics that exist, waiting {@code patience} for those that cannot be seen yet.
     *
     * @param known topics that are read already
     */
    Map<String, TopicDescription> describe(ClusterAdmin admin, Set<String> known, Duration patience);

    /**
     * Refuses a start where a topic that was named is missing, or one cannot be told from a later one of the same name.
     *
     * @param found what {@link #describe} gave
     */
    default void requireUsable(ClusterAdmin admin, Map<String, TopicDescription> found) {
        requireIds(admin, found);
    }

    /** As {@link #requireUsable}, but topics may be missing. */
    default void requireIds(ClusterAdmin admin, Map<String, TopicDescription> found) {
        found.values().forEach(topic -> requireId(admin, topic));
    }

    private static void requireId(ClusterAdmin admin, TopicDescription topic) {
        if (topic.topicId().equals(Uuid.ZERO_UUID)) {
            throw new StartRefusedException("The brokers at " + admin.bootstrapServers()
                    + " give topic '" + topic.name()
                    + "' no id, by which it could be told from one that is created later"
                    + " under the same name: they are older than Kafka 3.0. Use newer brokers");
        }
    }

    /** Topics by name; all must exist. */
    record Named(List<String> names) implements TopicSelection {

        public Named {
            names = List.copyOf(names);
        }

        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public boolean selects(String topic) {
            return names.contains(topic);
        }

        @Override
        public Map<String, TopicDescription> describe(ClusterAdmin admin, Set<String> known, Duration patience) {
            return admin.topics(names, patience);
        }

        @Override
        public void requireUsable(ClusterAdmin admin, Map<String, TopicDescription> found) {
            requireIds(admin, found);
            if (found.size() < names.size()) {
                throw MissingTopics.toRead(admin.bootstrapServers(), names, found.keySet());
            }
        }

        @Override
        public String toString() {
            return names.toString();
        }
    }

    /**
     * All topics whose whole name matches, now or later; Kafka's internal ones and commit topics of usual name are left out.
     *
     * @param commitTopic the job's own commit topic, if it was named; it is left out as well
     */
    record Matching(Pattern pattern, Optional<String> commitTopic) implements TopicSelection {

        @Override
        public List<String> names() {
            return List.of(pattern.toString());
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean selects(String topic) {
            return pattern.matcher(topic).matches() && !isCommitTopic(topic);
        }

        private boolean isCommitTopic(String topic) {
            return (topic.startsWith("millrace-") && topic.endsWith("-commits"))
                    || commitTopic.filter(topic::equals).isPresent();
        }

        @Override
        public Map<String, TopicDescription> describe(ClusterAdmin admin, Set<String> known, Duration patience) {
            Set<String> wanted = new HashSet<>(known);
            admin.topicNames().stream().filter(this::selects).forEach(wanted::add);
            return wanted.isEmpty() ? Map.of() : admin.topics(wanted, patience);
        }

        @Override
        public String toString() {
            return "matching " + pattern;
        }
    }
}
