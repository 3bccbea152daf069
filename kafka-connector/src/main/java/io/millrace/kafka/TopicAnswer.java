package io.millrace.kafka;

import java.util.Optional;
import java.util.function.Function;

/**
 * What the cluster said of a topic that is to be written.
 *
 * <p>Immutable.
 *
 * @param rules what the topic takes; empty if nothing can be written there
 * @param problem why not and what helps, as the rest of a sentence that begins with the topic
 */
record TopicAnswer(Optional<TopicRules> rules, String problem) {

    static TopicAnswer takes(TopicRules rules) {
        return new TopicAnswer(Optional.of(rules), "");
    }

    static TopicAnswer missing() {
        return new TopicAnswer(
                Optional.empty(), "which does not exist. Create it, or correct the function that chooses the topic");
    }

    /** @param remedy how to get the right, a sentence */
    static TopicAnswer forbidden(String remedy) {
        return new TopicAnswer(Optional.empty(), "which this user may not write. " + remedy);
    }

    /** @param error makes what is thrown of the problem */
    TopicRules orElseThrow(Function<String, ? extends RuntimeException> error) {
        return rules.orElseThrow(() -> error.apply(problem));
    }
}
