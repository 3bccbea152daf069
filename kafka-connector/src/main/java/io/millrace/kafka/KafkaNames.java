package io.millrace.kafka;

import io.millrace.api.StartRefusedException;
import java.util.regex.Pattern;

/**
 * The names under which a job is known on its cluster; never change, since a job is found again by them.
 *
 * <p>Who owns a commit topic is decided by the transactional id, so each is derived from the other: whatever writes to a
 * commit topic is fenced by what writes to it next, also where two jobs were given the same by mistake.
 */
final class KafkaNames {

    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");

    private KafkaNames() {}

    /** Whoever uses this id last is the one process that can write for the job. */
    static String transactionalId(ClientSettings settings, String jobName) {
        return settings.commitTopic() == null ? "millrace-" + jobName : settings.commitTopic();
    }

    static String commitTopic(ClientSettings settings, String jobName) {
        return settings.commitTopic() == null ? "millrace-" + jobName + "-commits" : settings.commitTopic();
    }

    static String consumerGroup(String jobName) {
        return "millrace-" + jobName;
    }

    /** Whether Kafka allows a topic of this name. */
    static boolean isTopic(String name) {
        return TOPIC.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }

    /** @throws StartRefusedException if Kafka allows no topic of this name */
    static String requireTopic(String name) {
        if (!isTopic(name)) {
            throw new StartRefusedException("The commit topic cannot be named '" + name
                    + "': Kafka's topics have 1 to 249 letters, digits, dots, underscores and hyphens");
        }
        return name;
    }
}
