package io.millrace.kafka;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Holds a writer's records behind the barriers of undecided checkpoints, in order. Each barrier opens a segment; what is
 * written goes into the last one. With several checkpoints under way only the records before the first undecided barrier
 * have been sent.
 *
 * <p>Confined to its writer.
 *
 * @param <R> a record
 */
final class HoldQueue<R> {

    /** The records between one barrier and the next. */
    private static final class Segment<R> {
        private final long checkpointId;
        private final List<R> records = new ArrayList<>();
        private long bytes;

        Segment(long checkpointId) {
            this.checkpointId = checkpointId;
        }

        void append(Segment<R> next) {
            records.addAll(next.records);
            bytes += next.bytes;
        }
    }

    private final Deque<Segment<R>> segments = new ArrayDeque<>();
    private int records;
    private long bytes;

    /** Whether records must be held and not sent. */
    boolean isHolding() {
        return !segments.isEmpty();
    }

    int records() {
        return records;
    }

    long bytes() {
        return bytes;
    }

    /** The checkpoint before whose barrier all has been released; the next to be decided. */
    OptionalLong first() {
        Segment<R> first = segments.peekFirst();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.checkpointId);
    }

    /** A barrier came: what follows is held. */
    void barrier(long checkpointId) {
        Segment<R> last = segments.peekLast();
        if (last != null && checkpointId <= last.checkpointId) {
            throw new IllegalStateException(
                    "Barrier " + checkpointId + " came after barrier " + last.checkpointId + ", expected them to rise");
        }
        segments.addLast(new Segment<>(checkpointId));
    }

    void hold(R record, int size) {
        Segment<R> last = segments.getLast();
        last.records.add(record);
        last.bytes += size;
        records++;
        bytes += size;
    }

    /**
     * A checkpoint was committed.
     *
     * @return what may be sent now: the records up to the next barrier
     */
    List<R> committed(long checkpointId) {
        Segment<R> first = segments.peekFirst();
        if (first == null || checkpointId < first.checkpointId) {
            return List.of(); // from before this writer was opened
        }
        if (checkpointId > first.checkpointId) {
            throw new IllegalStateException("Checkpoint " + checkpointId + " is committed while checkpoint "
                    + first.checkpointId + " before it is neither committed nor given up");
        }
        return releaseFirst();
    }

    /**
     * A checkpoint was given up: its barrier divides nothing any more.
     *
     * @return what may be sent now; nothing if the records wait for an earlier checkpoint
     */
    List<R> aborted(long checkpointId) {
        if (first().isPresent() && first().getAsLong() == checkpointId) {
            return releaseFirst();
        }
        @Nullable Segment<R> before = null;
        for (Iterator<Segment<R>> all = segments.iterator(); all.hasNext(); ) {
            Segment<R> segment = all.next();
            if (segment.checkpointId == checkpointId && before != null) {
                before.append(segment);
                all.remove();
                break;
            }
            before = segment;
        }
        return List.of();
    }

    private List<R> releaseFirst() {
        Segment<R> released = segments.removeFirst();
        records -= released.records.size();
        bytes -= released.bytes;
        return released.records;
    }
}
