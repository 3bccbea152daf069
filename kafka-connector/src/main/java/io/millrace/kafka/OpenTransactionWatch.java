package io.millrace.kafka;

import io.millrace.spi.OperatorHealth;
import io.millrace.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the partitions whose records cannot be read because of an open transaction. One that holds records behind its last
 * stable offset is <em>unreadable</em> for the moment, which is usual where transactions are written; if that offset has not
 * moved since the look before, it is <em>blocked</em> and reported, since its writer may never come back.
 *
 * <p>One call of {@link #looked} at a time; the numbers can be read by any thread.
 */
final class OpenTransactionWatch {

    /** A last stable offset that records wait behind, and when it was first seen. */
    private record Standing(long stable, long sinceMillis, long sinceNanos, boolean blocked) {}

    private final OperatorHealth health;
    private final Clock clock;
    private final String bootstrapServers;
    private volatile Map<TopicPartition, Standing> standing = Map.of();

    OpenTransactionWatch(OperatorHealth health, Clock clock, String bootstrapServers) {
        this.health = health;
        this.clock = clock;
        this.bootstrapServers = bootstrapServers;
    }

    /**
     * Takes what a look came to.
     *
     * @param logEnds asked before {@code stable}: what lies between the two was there already
     * @param stable the last stable offsets
     * @param unanswered partitions that nothing was found out about: of these holds what was found before
     * @return the unreadable partitions
     */
    Set<TopicPartition> looked(
            Map<TopicPartition, LogOffset> logEnds,
            Map<TopicPartition, LogOffset> stable,
            Set<TopicPartition> unanswered) {
        Map<TopicPartition, Standing> now = new HashMap<>(standing);
        now.keySet().retainAll(unanswered);
        stable.forEach((partition, offset) -> {
            LogOffset end = logEnds.get(partition);
            if (end != null && offset.offset() < end.offset()) {
                now.put(partition, standing(partition, offset.offset(), end.offset()));
            }
        });
        Set<TopicPartition> over = new HashSet<>(standing.keySet());
        over.removeIf(
                partition -> now.containsKey(partition) && now.get(partition).blocked());
        over.forEach(partition -> health.resolve(condition(partition)));
        standing = Map.copyOf(now);
        return Set.copyOf(now.keySet());
    }

    private Standing standing(TopicPartition partition, long stable, long end) {
        Standing before = standing.get(partition);
        if (before == null || before.stable() != stable) {
            return new Standing(stable, clock.millis(), clock.nanos(), false);
        }
        health.report(
                condition(partition),
                "Partition " + partition + " is blocked by an open transaction since "
                        + Instant.ofEpochMilli(before.sinceMillis()) + ": " + (end - stable)
                        + " offsets from " + stable
                        + " on cannot be read before it ends. If its writer is gone, find and"
                        + " abort it with kafka-transactions.sh --bootstrap-server " + bootstrapServers
                        + " find-hanging, or wait for its timeout");
        return new Standing(stable, before.sinceMillis(), before.sinceNanos(), true);
    }

    /** How many partitions are blocked. Thread-safe. */
    int blocked() {
        return (int) standing.values().stream().filter(Standing::blocked).count();
    }

    /** For how long the partition has been blocked that is so for longest; zero if none is. Thread-safe. */
    Duration longestBlocked() {
        return standing.values().stream()
                .filter(Standing::blocked)
                .map(since -> Duration.ofNanos(clock.nanos() - since.sinceNanos()))
                .reduce(Duration.ZERO, (one, other) -> one.compareTo(other) > 0 ? one : other);
    }

    private static String condition(TopicPartition partition) {
        return "blocked " + partition;
    }
}
