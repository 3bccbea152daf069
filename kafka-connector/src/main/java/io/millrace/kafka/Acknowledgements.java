package io.millrace.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one writer has sent against what brokers have acknowledged. Sends to different partitions are acknowledged in any
 * order, so a number of them says nothing about which: each {@linkplain Section section} of the sends is counted by itself. It
 * is the callback of each of its sends, so that every single result counts and none needs an object of its own. A send that
 * failed is never counted, so nothing that waits for it completes; but for a {@link #forgiving} writer.
 *
 * <p>One thread sends and waits; the producer's thread acknowledges.
 */
final class Acknowledgements {

    /** Something to do once {@code count} sends are acknowledged, whichever. */
    private record Waiting(long count, Runnable action) {}

    /** The sends between two moments that somebody waits for. */
    private final class Section implements Callback {

        /** Sends that are not acknowledged, and one more as long as there may be others. */
        private final AtomicLong left = new AtomicLong(1);

        private final CompletableFuture<Void> acknowledgedAll = new CompletableFuture<>();

        void oneMore() {
            left.incrementAndGet();
        }

        void close() {
            oneLess();
        }

        private void oneLess() {
            if (left.decrementAndGet() == 0) {
                acknowledgedAll.complete(null);
            }
        }

        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception error) {
            if (error != null) {
                onFailure.accept(metadata == null ? where : "topic '" + metadata.topic() + "'", error);
                if (!failedIsDone) {
                    return;
                }
            }
            long count = acknowledged.incrementAndGet();
            oneLess();
            runIfReached(room, count);
        }
    }

    private final String where;
    private final BiConsumer<String, Exception> onFailure;
    private final boolean failedIsDone;
    private final AtomicLong acknowledged = new AtomicLong();
    private volatile long sent;
    private final AtomicReference<@Nullable Waiting> room = new AtomicReference<>();

    // of the sending thread
    private Section current = new Section();
    private CompletableFuture<Void> sections = CompletableFuture.completedFuture(null);

    /**
     * @param where where the writer sends, for people; used where the producer does not name the topic
     * @param onFailure told of each send that failed: where it went, for people, and why it did not arrive
     */
    Acknowledgements(String where, BiConsumer<String, Exception> onFailure) {
        this(where, onFailure, false);
    }

    private Acknowledgements(String where, BiConsumer<String, Exception> onFailure, boolean failedIsDone) {
        this.where = where;
        this.onFailure = onFailure;
        this.failedIsDone = failedIsDone;
    }

    /** For a writer that goes on without what could not be sent: a send that failed counts like any other. */
    static Acknowledgements forgiving(String where, BiConsumer<String, Exception> onFailure) {
        return new Acknowledgements(where, onFailure, true);
    }

    /** A record is about to be sent, with what this returns as its callback. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // only the sending thread writes it
    Callback sending() {
        sent++;
        current.oneMore();
        return current;
    }

    /** Runs what waits once, by whichever thread gets there first. */
    private static void runIfReached(AtomicReference<@Nullable Waiting> waiting, long acknowledged) {
        Waiting next = waiting.get();
        if (next != null && acknowledged >= next.count() && waiting.compareAndSet(next, null)) {
            next.action().run();
        }
    }

    /** Sent and not yet acknowledged. */
    long outstanding() {
        return sent - acknowledged.get();
    }

    /** Completed once all that was sent so far is acknowledged, whatever is sent after it. */
    CompletionStage<Void> allSoFar() {
        Section closed = current;
        current = new Section();
        closed.close();
        sections = CompletableFuture.allOf(sections, closed.acknowledgedAll);
        return sections;
    }

    /** Runs {@code action} once when half of what is outstanding now is acknowledged. */
    void whenHalfIsAcknowledged(Runnable action) {
        long now = acknowledged.get();
        room.set(new Waiting(now + (sent - now + 1) / 2, action));
        runIfReached(room, acknowledged.get());
    }
}
