package io.millrace.kafka;

import io.millrace.time.EventLoop.Cancellable;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a client to the brokers: sent, and sent again after no answer or an answer that says to try again, until there
 * is an outcome. Runs on the events of its process.
 */
final class SimulatedCall<T> {

    private static final Duration BACKOFF = Duration.ofMillis(100);

    private final ClientHost host;
    private final SimulatedNetwork network;
    private final RequestKind kind;
    private final RequestHandler<T> handler;
    private final CallBounds bounds;
    private final Consumer<Reply<T>> onOutcome;
    private int attempts;
    private boolean done;
    private @Nullable Cancellable attemptTimer;
    private @Nullable Cancellable endTimer;

    SimulatedCall(
            ClientHost host,
            SimulatedNetwork network,
            RequestKind kind,
            CallBounds bounds,
            RequestHandler<T> handler,
            Consumer<Reply<T>> onOutcome) {
        this.host = host;
        this.network = network;
        this.kind = kind;
        this.handler = handler;
        this.bounds = bounds;
        this.onOutcome = onOutcome;
    }

    void start() {
        if (bounds.whole() != null) {
            endTimer = host.loop()
                    .schedule(
                            bounds.whole(),
                            () -> end(Reply.failed(
                                    new TimeoutException("No answer within " + Durations.text(bounds.whole())))));
        }
        attempt();
    }

    /** Nobody is told of any outcome any more; what is under way arrives all the same. */
    void cancel() {
        done = true;
        cancel(attemptTimer);
        cancel(endTimer);
    }

    private void attempt() {
        if (done) {
            return;
        }
        int attempt = ++attempts;
        attemptTimer = bounds.attempt() == null ? null : host.loop().schedule(bounds.attempt(), this::attempt);
        network.send(host, kind, handler, reply -> {
            if (attempt == attempts && !done) {
                cancel(attemptTimer);
                answered(reply);
            }
        });
    }

    private void answered(Reply<T> reply) {
        if (reply.error() != null && isWorthAnotherTry(reply.error())) {
            attempts++; // later answers to this attempt are not heard
            attemptTimer = host.loop().schedule(BACKOFF, this::attempt);
        } else {
            end(reply);
        }
    }

    private static boolean isWorthAnotherTry(KafkaException error) {
        return error instanceof RetriableException;
    }

    private void end(Reply<T> outcome) {
        if (!done) {
            cancel();
            onOutcome.accept(outcome);
        }
    }

    private static void cancel(@Nullable Cancellable timer) {
        if (timer != null) {
            timer.cancel();
        }
    }
}
