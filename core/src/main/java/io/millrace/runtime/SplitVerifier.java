package io.millrace.runtime;

import io.millrace.spi.OperatorHealth;
import io.millrace.spi.SplitEnumerator;
import io.millrace.time.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the readers of one source wait until its splits are found to be still what they were. Readers that ask while a check
 * runs share the next one.
 *
 * <p>Confined to the job's event loop, except {@link #verify}.
 */
final class SplitVerifier {

    private static final Logger log = LoggerFactory.getLogger(SplitVerifier.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final String CONDITION = "verification";

    private final String uid;
    private final SplitEnumerator enumerator;
    private final EventLoop loop;
    private final OperatorHealth health;
    private final Consumer<Throwable> fail;
    private final List<CompletableFuture<Void>> waiting = new ArrayList<>();
    private boolean busy;
    private boolean closed;

    /** @param fail ends the attempt, if something is wrong */
    SplitVerifier(
            String uid, SplitEnumerator enumerator, EventLoop loop, OperatorHealth health, Consumer<Throwable> fail) {
        this.uid = uid;
        this.enumerator = enumerator;
        this.loop = loop;
        this.health = health;
        this.fail = fail;
    }

    /** Completed by the event loop once a check that began after this call found nothing wrong. Thread-safe. */
    CompletionStage<Void> verify() {
        CompletableFuture<Void> verified = new CompletableFuture<>();
        loop.execute(() -> {
            waiting.add(verified);
            next();
        });
        return verified;
    }

    /** Makes no further checks. */
    void close() {
        closed = true;
    }

    private void next() {
        if (busy || closed || waiting.isEmpty()) {
            return;
        }
        busy = true;
        List<CompletableFuture<Void>> asked = List.copyOf(waiting);
        waiting.clear();
        loop.call("verify splits of " + uid, this::check, (done, error) -> checked(asked, error));
    }

    private boolean check() {
        enumerator.verify();
        return true;
    }

    private void checked(List<CompletableFuture<Void>> asked, @Nullable Throwable error) {
        if (error == null) {
            health.resolve(CONDITION);
            asked.forEach(verified -> verified.complete(null));
            goOn();
        } else if (SourceWatch.endsAttempt(error)) {
            fail.accept(error);
        } else {
            log.warn("Source {}: could not check its splits; what may not belong to them is not read", uid, error);
            health.report(
                    CONDITION,
                    "It could not be checked that the splits are still what they were, so that reading waits: "
                            + error.getMessage());
            waiting.addAll(asked);
            loop.schedule(RETRY, this::goOn);
        }
    }

    private void goOn() {
        busy = false;
        next();
    }
}
