package io.millrace.kafka;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far the reading of one partition got: the records at hand, which of them comes next, and the position behind what was
 * emitted. Offsets have holes, made by control records, aborted transactions and compaction, so that the next position is
 * that of the next record where one is known, else the one that the consumer goes on from.
 *
 * <p>Confined to its reader.
 */
final class PartitionReading {

    private KafkaPosition start;
    private List<ConsumerRecord<byte[], byte[]>> records = List.of();
    private int next;
    private long nextFetch;
    private OptionalInt nextFetchEpoch;

    PartitionReading(KafkaPosition start) {
        this.start = start;
        this.nextFetch = start.offset();
        this.nextFetchEpoch = start.leaderEpoch();
    }

    TopicPartition partition() {
        return start.partition();
    }

    /**
     * Takes what one poll brought. Everything of the poll before must have been emitted.
     *
     * @param fetched the records; those behind the end are left out
     * @param goesOnFrom where the consumer reads next, null if it did not say
     */
    void fetched(List<ConsumerRecord<byte[], byte[]>> fetched, @Nullable OffsetAndMetadata goesOnFrom) {
        if (hasRecord()) {
            throw new IllegalStateException(
                    partition() + " has records left at " + position() + " while more are fetched");
        }
        records = upToEnd(fetched);
        next = 0;
        if (goesOnFrom != null) {
            goOnFrom(goesOnFrom.offset(), goesOnFrom.leaderEpoch());
        } else if (!fetched.isEmpty()) {
            ConsumerRecord<byte[], byte[]> last = fetched.get(fetched.size() - 1);
            goOnFrom(last.offset() + 1, last.leaderEpoch());
        }
    }

    /** Goes on elsewhere, since the records from here on are gone. Everything that was fetched must have been emitted. */
    void moveTo(KafkaPosition elsewhere) {
        if (hasRecord()) {
            throw new IllegalStateException(partition() + " has records left at " + position() + " while it is moved");
        }
        start = elsewhere;
        nextFetch = elsewhere.offset();
        nextFetchEpoch = elsewhere.leaderEpoch();
    }

    boolean hasRecord() {
        return next < records.size();
    }

    /** The next record to emit. */
    ConsumerRecord<byte[], byte[]> record() {
        return records.get(next);
    }

    /** The next record was emitted. */
    void emitted() {
        next++;
        if (next == records.size()) {
            records = List.of();
            next = 0;
        }
    }

    boolean isAtEnd() {
        return position().isAtEnd();
    }

    KafkaPosition position() {
        return hasRecord()
                ? start.at(record().offset(), KafkaPosition.epoch(record().leaderEpoch()))
                : start.at(nextFetch, nextFetchEpoch);
    }

    private void goOnFrom(long offset, Optional<Integer> epoch) {
        if (offset < nextFetch) {
            throw new IllegalStateException(
                    partition() + " goes back: the consumer reads next at " + offset + ", behind " + nextFetch);
        }
        nextFetch = start.end().isPresent() ? Math.min(offset, start.end().getAsLong()) : offset;
        nextFetchEpoch = KafkaPosition.epoch(epoch);
    }

    private List<ConsumerRecord<byte[], byte[]>> upToEnd(List<ConsumerRecord<byte[], byte[]>> fetched) {
        if (start.end().isEmpty()) {
            return fetched;
        }
        int count = fetched.size();
        while (count > 0 && fetched.get(count - 1).offset() >= start.end().getAsLong()) {
            count--;
        }
        return fetched.subList(0, count);
    }
}
