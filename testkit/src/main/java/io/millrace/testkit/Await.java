package io.millrace.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits with a bound: for a condition, or for the answer of an admin client. Stateless. */
final class Await {
    private static final long PAUSE_MILLIS = 20;
    private static final Duration ANSWER_BOUND = Duration.ofSeconds(30);

    private Await() {}

    /** Something that becomes true; a failed question to the cluster counts as "not yet". */
    interface Condition {
        boolean isMet() throws ExecutionException, TimeoutException, InterruptedException;
    }

    /** Returns when the condition is met, and fails naming {@code what} when that takes longer than the bound. */
    static void until(String what, Duration bound, Condition condition) {
        Deadline deadline = Deadline.in(bound);
        Exception lastFailure = null;
        try {
            while (true) {
                try {
                    if (condition.isMet()) {
                        return;
                    }
                } catch (ExecutionException | TimeoutException notYet) {
                    lastFailure = notYet;
                }
                if (deadline.hasPassed()) {
                    throw new TestkitException("Waited " + bound + " for " + what + ", in vain", lastFailure);
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    /** The answer to one question to the cluster; {@code what} names the question in the error. */
    static <T> T answer(String what, KafkaFuture<T> future) {
        try {
            return future.get(ANSWER_BOUND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new TestkitException("Could not " + what + ": " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new TestkitException("Could not " + what + ": no answer within " + ANSWER_BOUND, e);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    /** Runs an action that has no bound of its own; past the bound it is left behind in its daemon thread. */
    static void bounded(String what, Duration bound, Runnable action) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(done, action), "millrace-testkit: " + what);
        thread.setDaemon(true);
        thread.start();
        try {
            done.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new TestkitException("Waited for " + what + ", which failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new TestkitException("Waited " + bound + " for " + what + ", in vain", e);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private static void complete(CompletableFuture<Void> done, Runnable action) {
        try {
            action.run();
            done.complete(null);
        } catch (Throwable e) { // handed to the thread that waits
            done.completeExceptionally(e);
        }
    }

    static TestkitException interrupted(String what, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new TestkitException("Interrupted while waiting: " + what, cause);
    }
}
