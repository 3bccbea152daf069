package io.millrace.kafka;

import io.millrace.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was said of topics that cannot be written. It holds for a while only, since somebody may mend it; and since functions of
 * users make up the names, no more than {@value #MAX_TOPICS} of them are kept.
 *
 * <p>Thread-safe.
 */
final class UnusableTopics {

    static final int MAX_TOPICS = 1_000;
    static final Duration HOLDS_FOR = Duration.ofSeconds(10);

    private record Known(TopicAnswer answer, long nanos) {}

    private final Clock clock;

    /** Oldest first. */
    private final Map<String, Known> answers = new LinkedHashMap<>();

    UnusableTopics(Clock clock) {
        this.clock = clock;
    }

    synchronized void put(String topic, TopicAnswer answer) {
        answers.remove(topic);
        answers.put(topic, new Known(answer, clock.nanos()));
        Iterator<Known> oldest = answers.values().iterator();
        while (isStale(oldest.next()) || answers.size() > MAX_TOPICS) { // ends at the latest at the new one
            oldest.remove();
        }
    }

    synchronized void remove(String topic) {
        answers.remove(topic);
    }

    /** What is known of a topic; null if nothing is. */
    synchronized @Nullable TopicAnswer find(String topic) {
        Known known = answers.get(topic);
        return known == null || isStale(known) ? null : known.answer();
    }

    private boolean isStale(Known known) {
        return clock.nanos() - known.nanos() > HOLDS_FOR.toNanos();
    }
}
