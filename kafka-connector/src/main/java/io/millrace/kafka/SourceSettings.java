package io.millrace.kafka;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a source reads. Immutable.
 *
 * @param topics names of the topics, sorted
 * @param start where a first start begins
 * @param bounded whether the input ends where the partitions ended at the first start
 * @param consumerGroup where positions are published; null for the one named after the job
 */
record SourceSettings(
        List<String> topics,
        StartPosition start,
        boolean bounded,
        @Nullable String consumerGroup) {

    SourceSettings {
        topics = List.copyOf(topics);
    }
}
