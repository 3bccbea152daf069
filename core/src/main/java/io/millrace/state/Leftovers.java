package io.millrace.state;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Cells that hold earlier values for captures, in the order in which these were set aside, so that they can be forgotten
 * when no capture needs them any more.
 *
 * <p>Confined to its task.
 *
 * @param <V> type of the values
 */
final class Leftovers<V> {

    /** What was set aside while one version was written. */
    private record Batch<V>(int version, Deque<Cell<V>> cells) {}

    private final Deque<Batch<V>> batches = new ArrayDeque<>();

    void add(Cell<V> cell) {
        Batch<V> newest = batches.peekLast();
        if (newest == null || newest.version() != cell.version()) {
            newest = new Batch<>(cell.version(), new ArrayDeque<>());
            batches.addLast(newest);
        }
        newest.cells().addLast(cell);
    }

    /**
     * Forgets earlier values that no capture needs.
     *
     * @param oldest version of the oldest outstanding capture
     * @param limit how many cells to look at
     * @return how many it looked at; less than {@code limit} if there are no more for now
     */
    int forget(int oldest, int limit) {
        int seen = 0;
        for (Batch<V> batch = batches.peekFirst();
                batch != null && batch.version() <= oldest;
                batch = batches.peekFirst()) {
            for (Cell<V> cell = batch.cells().pollFirst();
                    cell != null;
                    cell = batch.cells().pollFirst()) {
                if (cell.version() <= oldest) { // else it was set aside again and stands in a later batch, too
                    cell.forgetEarlier();
                }
                if (++seen == limit) {
                    return seen;
                }
            }
            batches.removeFirst();
        }
        return seen;
    }
}
