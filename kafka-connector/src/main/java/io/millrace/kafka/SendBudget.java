package io.millrace.kafka;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Says whether a writer may send without being made to wait for the producer's memory. A record takes one batch at most, so
 * asking the producer is only needed once for as many records as fit into a quarter of its memory, if all writers
 * send that many. While less than a quarter is free nobody goes on sending.
 *
 * <p>Confined to its writer.
 */
final class SendBudget {

    private final long memory;
    private final int batchSize;
    private final LongSupplier free;
    private final IntSupplier writers;
    private long credit;

    /**
     * @param memory the producer's memory in bytes
     * @param batchSize bytes that it takes for a record at least
     * @param free how much memory is free now
     * @param writers how many writers share it
     */
    SendBudget(long memory, int batchSize, LongSupplier free, IntSupplier writers) {
        this.memory = memory;
        this.batchSize = Math.max(1, batchSize);
        this.free = free;
        this.writers = writers;
    }

    /** @param outstanding how many of this writer's records are under way; with none it may always send */
    boolean hasRoom(long outstanding) {
        if (credit > 0) {
            return true;
        }
        if (outstanding > 0 && free.getAsLong() < memory / 4) {
            return false;
        }
        credit = Math.max(1, memory / 4 / batchSize / Math.max(1, writers.getAsInt()));
        return true;
    }

    void sent(int bytes) {
        credit -= 1 + bytes / batchSize;
    }
}
