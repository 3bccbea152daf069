package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnusableTopicsTest {

    private final ManualClock clock = new ManualClock();
    private final UnusableTopics topics = new UnusableTopics(clock);

    @Test
    void shouldHoldForAWhileOnly() {
        TopicAnswer missing = TopicAnswer.missing();
        topics.put("gone", missing);
        clock.advance(UnusableTopics.HOLDS_FOR);
        assertThat(topics.find("gone")).isSameAs(missing);
        clock.advance(Duration.ofMillis(1));
        assertThat(topics.find("gone")).isNull();
    }

    @Test
    void shouldForgetOldestWhenThereAreTooMany() {
        for (int i = 0; i < UnusableTopics.MAX_TOPICS; i++) {
            topics.put("gone-" + i, TopicAnswer.missing());
        }
        topics.put("gone-0", TopicAnswer.missing());
        assertThat(topics.find("gone-1")).isNotNull();

        topics.put("another", TopicAnswer.missing());
        assertThat(topics.find("gone-1")).isNull();
        assertThat(topics.find("gone-0")).isNotNull();
        assertThat(topics.find("gone-2")).isNotNull();
        assertThat(topics.find("another")).isNotNull();
    }

    @Test
    void shouldForgetTopicThatCanBeWrittenByNow() {
        topics.put("late", TopicAnswer.missing());
        topics.remove("late");
        assertThat(topics.find("late")).isNull();
    }
}
