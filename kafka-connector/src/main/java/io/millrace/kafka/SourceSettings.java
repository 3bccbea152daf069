package io.millrace.kafka;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a source reads. Immutable.
 *
 * @param topics which topics
 * @param start where a first start begins
 * @param end where the input ends
 * @param discovers whether partitions that are added while the job runs are read
 * @param interval how long after one look at the cluster the next follows
 * @param lost what follows when records are gone
 * @param consumerGroup where positions are published; null for the one named after the job
 */
record SourceSettings(
        TopicSelection topics,
        StartPosition start,
        EndPosition end,
        boolean discovers,
        Duration interval,
        LossPolicy lost,
        @Nullable String consumerGroup) {

    private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(30);

    /** What a source is that only its topics are known of. */
    static SourceSettings of(TopicSelection topics) {
        return new SourceSettings(
                topics,
                new StartPosition.Earliest(),
                new EndPosition.Never(),
                true,
                DEFAULT_INTERVAL,
                LossPolicy.FAIL,
                null);
    }

    boolean isBounded() {
        return end.isBounded();
    }

    /** Whether partitions may come to be read while the job runs: those of a bounded input were fixed when it began. */
    boolean takesMore() {
        return discovers && !isBounded();
    }

    SourceSettings reading(TopicSelection which) {
        return new SourceSettings(which, start, end, discovers, interval, lost, consumerGroup);
    }

    SourceSettings from(StartPosition where) {
        return new SourceSettings(topics, where, end, discovers, interval, lost, consumerGroup);
    }

    SourceSettings until(EndPosition where) {
        return new SourceSettings(topics, start, where, discovers, interval, lost, consumerGroup);
    }

    SourceSettings discovering(boolean newPartitions, Duration every) {
        return new SourceSettings(topics, start, end, newPartitions, every, lost, consumerGroup);
    }

    SourceSettings losing(LossPolicy policy) {
        return new SourceSettings(topics, start, end, discovers, interval, policy, consumerGroup);
    }

    SourceSettings publishingIn(String group) {
        return new SourceSettings(topics, start, end, discovers, interval, lost, group);
    }
}
