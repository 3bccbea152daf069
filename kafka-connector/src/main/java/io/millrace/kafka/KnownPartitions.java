package io.millrace.kafka;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that a source reads in this attempt, each with the position it started from there. Those that turned out
 * not to exist any more stay among them, since they may come back, also as others. Thread-safe.
 */
final class KnownPartitions {

    private volatile Map<TopicPartition, KafkaPosition> starts = Map.of();
    private volatile Set<TopicPartition> gone = Set.of();

    /** Begins anew with these. */
    void reset(Collection<KafkaPosition> positions) {
        starts = Map.of();
        gone = Set.of();
        positions.stream().filter(KafkaPosition::isMissing).forEach(each -> markGone(each.partition()));
        add(positions);
    }

    synchronized void add(Collection<KafkaPosition> positions) {
        Map<TopicPartition, KafkaPosition> all = new HashMap<>(starts);
        positions.forEach(position -> all.put(position.partition(), position));
        starts = Map.copyOf(all);
    }

    Map<TopicPartition, KafkaPosition> starts() {
        return starts;
    }

    /** Whether this is news. */
    synchronized boolean markGone(TopicPartition partition) {
        Set<TopicPartition> all = new HashSet<>(gone);
        boolean news = all.add(partition);
        gone = Set.copyOf(all);
        return news;
    }

    /** Those that exist, as far as is known. */
    Set<TopicPartition> present() {
        return PartitionSets.without(starts.keySet(), gone);
    }

    Set<TopicPartition> gone() {
        return gone;
    }
}
