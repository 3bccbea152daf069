package io.millrace.kafka;

import io.millrace.element.DataRecord;
import org.jspecify.annotations.Nullable;

/**
 * Where one record goes: the topic as the serializer chose it, once, and what is known of that topic. What was found out for
 * the record stays with it until it is written, however long its task takes to look.
 *
 * <p>Confined to its writer, but for the answer, which may come from another thread.
 */
final class Destination {

    private final DataRecord element;
    private final @Nullable String topic;
    private final @Nullable RuntimeException failure;
    private boolean asked;
    private volatile @Nullable TopicAnswer answer;

    private Destination(DataRecord element, @Nullable String topic, @Nullable RuntimeException failure) {
        this.element = element;
        this.topic = topic;
        this.failure = failure;
    }

    /** @param topic null for the one that the sink names */
    static Destination chosen(DataRecord element, @Nullable String topic) {
        return new Destination(element, topic, null);
    }

    /** @param failure of the serializer */
    static Destination notChosen(DataRecord element, RuntimeException failure) {
        return new Destination(element, null, failure);
    }

    boolean isOf(DataRecord other) {
        return element == other;
    }

    /** @throws RuntimeException what the serializer threw */
    @Nullable
    String topic() {
        if (failure != null) {
            throw failure;
        }
        return topic;
    }

    boolean isChosen() {
        return failure == null;
    }

    /** Whether nobody has asked for the topic so far, but the caller does now. */
    boolean shouldAsk() {
        boolean first = !asked;
        asked = true;
        return first;
    }

    void answered(TopicAnswer found) {
        answer = found;
    }

    /** What is known of the topic; null if nothing is. */
    @Nullable
    TopicAnswer answer() {
        return answer;
    }
}
