package io.millrace.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import org.apache.kafka.common.errors.DuplicateSequenceException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;

/** What a simulated partition remembers of one producer, to refuse old epochs and to recognize repeated batches. */
final class LogProducer {

    private static final int REMEMBERED_BATCHES = 5;
    private static final int NONE = -1;

    private record Batch(long base, int firstSequence, int lastSequence) {}

    private final Deque<Batch> batches = new ArrayDeque<>();
    private int epoch = NONE;
    private int lastSequence = NONE;
    private long openSince = NONE;

    /**
     * Checks a batch that is about to be appended.
     *
     * @return where the same batch was appended before
     */
    OptionalLong check(int batchEpoch, int firstSequence, int count) {
        if (batchEpoch < epoch) {
            throw new InvalidProducerEpochException(
                    "Producer attempted to produce with an old epoch " + batchEpoch + ", the current one is " + epoch);
        }
        int expected = batchEpoch > epoch ? 0 : lastSequence + 1;
        if (firstSequence == expected) {
            return OptionalLong.empty();
        }
        for (Batch batch : batches) {
            if (batch.firstSequence == firstSequence && batch.lastSequence == firstSequence + count - 1) {
                return OptionalLong.of(batch.base);
            }
        }
        if (batchEpoch == epoch && firstSequence <= lastSequence) {
            throw new DuplicateSequenceException("Sequence " + firstSequence + " came before");
        }
        throw new OutOfOrderSequenceException(
                "Out of order sequence number " + firstSequence + ", expected " + expected);
    }

    /** Whether it has a transaction open here under this epoch. */
    boolean isOpen(int byEpoch) {
        return openSince != NONE && epoch == byEpoch;
    }

    /** Offset of the first record of the open transaction, negative if there is none. */
    long openSince() {
        return openSince;
    }

    void wrote(StoredRecord appended) {
        if (appended.writer().epoch() > epoch) {
            startEpoch(appended.writer().epoch());
        }
        Batch last = batches.peekLast();
        int first = appended.sequence();
        if (last != null && last.base == appended.batch()) {
            batches.removeLast();
            first = last.firstSequence;
        }
        batches.addLast(new Batch(appended.batch(), first, appended.sequence()));
        if (batches.size() > REMEMBERED_BATCHES) {
            batches.removeFirst();
        }
        lastSequence = appended.sequence();
        if (appended.kind() == StoredRecord.Kind.TRANSACTIONAL && openSince == NONE) {
            openSince = appended.offset();
        }
    }

    void ended(int markerEpoch) {
        startEpoch(markerEpoch);
        openSince = NONE;
    }

    private void startEpoch(int next) {
        epoch = next;
        lastSequence = NONE;
        batches.clear();
    }
}
