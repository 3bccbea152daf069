package io.millrace.kafka;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Holds a reader back from the moment its consumer learns anew what topics there are until these were found to be the ones
 * that the reader was given. Without that, a topic that is created again under its name would be read on as if it were the
 * former, wherever it is long enough.
 *
 * <p>Confined to the reader's task, except {@link #metadataUpdated}.
 */
final class MetadataDoubt {

    private final Supplier<CompletionStage<Void>> verify;
    private final AtomicLong updates = new AtomicLong();
    private long checked;
    private CompletableFuture<Void> pending = CompletableFuture.completedFuture(null);

    /** @param verify begins a check; what it returns is completed, by the task, once the topics are the same */
    MetadataDoubt(Supplier<CompletionStage<Void>> verify) {
        this.verify = verify;
    }

    /** The consumer learnt something. Thread-safe. */
    void metadataUpdated() {
        updates.incrementAndGet();
    }

    /**
     * To be called after each poll that may have taken records, before any of them is emitted. Not after others: metadata that
     * is updated again and again, such as for want of a leader, would put off what is held back for ever.
     */
    void polled() {
        if (updates.get() != checked) {
            raise();
        }
    }

    /** Has the topics checked, for another reason. */
    void raise() {
        checked = updates.get();
        pending = verify.get().toCompletableFuture();
    }

    /** Whether nothing may be emitted for now. */
    boolean holds() {
        return !pending.isDone();
    }
}
