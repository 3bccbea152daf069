package io.millrace.kafka;

import io.millrace.kafka.StoredRecord.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The log of one simulated partition: records and transaction markers, what is replicated, and what is decided.
 *
 * <p>Pure data: no clock, no network. Not thread-safe.
 */
final class PartitionLog {

    private static final long OPEN = Long.MAX_VALUE;

    /**
     * What a read brought.
     *
     * @param next where to read on
     */
    record Slice(List<StoredRecord> records, long next, Optional<Integer> nextEpoch) {}

    private final List<StoredRecord> records = new ArrayList<>();
    private final NavigableMap<Integer, Long> epochStarts = new TreeMap<>();
    private final Map<Long, LogProducer> producers = new HashMap<>();

    /** Offset of the marker by the first offset of each transaction that is open or whose marker is not replicated yet. */
    private final NavigableMap<Long, Long> unstable = new TreeMap<>();

    private final Set<Long> aborted = new HashSet<>();
    private long start;
    private long end;
    private long highWatermark;
    private int leaderEpoch;

    PartitionLog() {
        epochStarts.put(0, 0L);
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long highWatermark() {
        return highWatermark;
    }

    long lastStableOffset() {
        return unstable.isEmpty() ? highWatermark : Math.min(highWatermark, unstable.firstKey());
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    // Appending

    /** Where a batch that is sent again was appended before; throws if it may not be appended. */
    OptionalLong findDuplicate(ProducerIdentity writer, int firstSequence, int count) {
        LogProducer known = producers.get(writer.id());
        return known == null ? OptionalLong.empty() : known.check(writer.epoch(), firstSequence, count);
    }

    boolean hasOpenTransaction(ProducerIdentity writer) {
        LogProducer known = producers.get(writer.id());
        return known != null && known.isOpen(writer.epoch());
    }

    /** Appends records that belong to no transaction; returns the offset of the first. */
    long appendPlain(long now, ProducerIdentity writer, int firstSequence, List<ProducerRecord<byte[], byte[]>> batch) {
        return append(now, Kind.PLAIN, writer, firstSequence, batch);
    }

    /** Appends records of the writer's transaction; returns the offset of the first. */
    long append(long now, ProducerIdentity writer, int firstSequence, List<ProducerRecord<byte[], byte[]>> batch) {
        return append(now, Kind.TRANSACTIONAL, writer, firstSequence, batch);
    }

    private long append(
            long now,
            Kind kind,
            ProducerIdentity writer,
            int firstSequence,
            List<ProducerRecord<byte[], byte[]>> batch) {
        long base = end;
        int sequence = firstSequence;
        for (ProducerRecord<byte[], byte[]> each : batch) {
            add(StoredRecord.data(end, leaderEpoch, now, kind, base, writer, sequence, each));
            sequence++;
        }
        return base;
    }

    /** Returns the offset of the marker. */
    long appendMarker(long now, ProducerIdentity writer, boolean committed) {
        long offset = end;
        add(StoredRecord.marker(offset, leaderEpoch, now, writer, committed));
        return offset;
    }

    private void add(StoredRecord appended) {
        records.add(appended);
        take(appended);
    }

    private void take(StoredRecord appended) {
        end = appended.offset() + 1;
        if (!appended.writer().isKnown()) {
            return;
        }
        LogProducer producer = producers.computeIfAbsent(appended.writer().id(), id -> new LogProducer());
        if (appended.isData()) {
            producer.wrote(appended);
            if (appended.kind() == Kind.TRANSACTIONAL) {
                unstable.putIfAbsent(producer.openSince(), OPEN);
            }
            return;
        }
        long first = producer.openSince();
        if (first >= 0) {
            unstable.put(first, appended.offset());
            if (appended.kind() == Kind.ABORT) {
                markAborted(appended.writer().id(), first);
            }
        }
        producer.ended(appended.writer().epoch());
    }

    private void markAborted(long producerId, long first) {
        for (int i = indexOf(first); i < records.size() && records.get(i).offset() < end; i++) {
            if (records.get(i).writer().id() == producerId) {
                aborted.add(records.get(i).offset());
            }
        }
    }

    /** The followers have everything up to this offset. */
    void replicateTo(long offset) {
        highWatermark = Math.max(highWatermark, Math.min(offset, end));
        unstable.values().removeIf(marker -> marker < highWatermark);
    }

    // Changes from outside

    /** Another broker leads from now on; it has the records before {@code keptTo}. */
    void elect(long keptTo) {
        leaderEpoch++;
        if (keptTo < end) {
            records.removeIf(each -> each.offset() >= keptTo);
            epochStarts.values().removeIf(from -> from >= keptTo);
            replay();
            end = keptTo; // there may have been a hole
        }
        epochStarts.put(leaderEpoch, end);
        highWatermark = end;
        replicateTo(end);
    }

    private void replay() {
        producers.clear();
        unstable.clear();
        aborted.clear();
        end = 0;
        records.forEach(this::take);
    }

    /** Retention removes what is before this offset. */
    void deleteBefore(long offset) {
        start = Math.max(start, Math.min(offset, highWatermark));
    }

    /** Removes decided records that have a later one with the same key, except the last record. */
    void compact() {
        Set<String> later = new HashSet<>();
        long decided = lastStableOffset();
        for (int i = records.size() - 1; i >= 0; i--) {
            StoredRecord each = records.get(i);
            if (each.isData() && each.offset() < decided && each.offset() != end - 1) {
                boolean superseded = !aborted.contains(each.offset()) && !later.add(keyOf(each));
                if (superseded || aborted.contains(each.offset())) {
                    records.remove(i);
                }
            }
        }
    }

    private static String keyOf(StoredRecord record) {
        return java.util.Arrays.toString(record.key());
    }

    // Reading

    boolean holds(long offset) {
        return offset >= start && offset <= end;
    }

    /** Reads what a consumer may see, from an offset on. */
    Slice read(long from, boolean committedOnly, int max) {
        List<StoredRecord> seen = new ArrayList<>();
        long limit = committedOnly ? lastStableOffset() : highWatermark;
        long next = from;
        Optional<Integer> nextEpoch = Optional.empty();
        for (int i = indexOf(from); i < records.size() && seen.size() < max; i++) {
            StoredRecord each = records.get(i);
            if (each.offset() >= limit) {
                break;
            }
            next = each.offset() + 1;
            nextEpoch = Optional.of(each.leaderEpoch());
            if (each.isData() && !(committedOnly && aborted.contains(each.offset()))) {
                seen.add(each);
            }
        }
        return new Slice(seen, next, nextEpoch);
    }

    /** The first record that fits, among those that are replicated. */
    Optional<StoredRecord> first(Predicate<StoredRecord> fits) {
        return records.stream()
                .filter(each -> each.offset() >= start && each.offset() < highWatermark && fits.test(each))
                .findFirst();
    }

    /** Where the log diverges from what a reader saw under an epoch; empty if nobody can tell. */
    Optional<OffsetAndMetadata> endOf(int epoch) {
        if (epoch == leaderEpoch) {
            return Optional.of(new OffsetAndMetadata(end, Optional.of(epoch), ""));
        }
        Map.Entry<Integer, Long> next = epochStarts.higherEntry(epoch);
        Map.Entry<Integer, Long> own = epochStarts.floorEntry(epoch);
        if (next == null || own == null) {
            return Optional.empty();
        }
        return Optional.of(new OffsetAndMetadata(next.getValue(), Optional.of(own.getKey()), ""));
    }

    private int indexOf(long offset) {
        int low = 0;
        int high = records.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (records.get(middle).offset() < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
