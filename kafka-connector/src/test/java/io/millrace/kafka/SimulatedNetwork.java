package io.millrace.kafka;

import io.millrace.time.EventLoop;
import java.util.function.Consumer;

/**
 * Carries requests of clients to the simulated brokers and replies back, each with its own fate.
 *
 * <p>A request under way arrives even if its process has died or is frozen meanwhile.
 */
final class SimulatedNetwork {

    private final EventLoop brokers;
    private final KafkaFaults faults;

    SimulatedNetwork(EventLoop brokers, KafkaFaults faults) {
        this.brokers = brokers;
        this.faults = faults;
    }

    /** Sends a request; {@code onReply} runs as an event of the client's process, once or never. */
    <T> void send(ClientHost from, RequestKind kind, RequestHandler<T> handler, Consumer<Reply<T>> onReply) {
        if (!from.isAlive()) {
            return;
        }
        Fate fate = faults.fateOf(kind);
        if (!fate.isLost()) {
            brokers.schedule(fate.delay(), () -> arrive(from, fate, handler, onReply));
        }
        if (fate.arrivesAgain() != null) {
            brokers.schedule(fate.delay().plus(fate.arrivesAgain()), () -> handler.handle(ignored -> {}));
        }
    }

    private <T> void arrive(ClientHost from, Fate fate, RequestHandler<T> handler, Consumer<Reply<T>> onReply) {
        if (fate.refusal() != null) {
            reply(from, fate, Reply.failed(fate.refusal()), onReply);
            return;
        }
        handler.handle(reply ->
                reply(from, fate, fate.wrongAnswer() == null ? reply : Reply.failed(fate.wrongAnswer()), onReply));
    }

    private <T> void reply(ClientHost to, Fate fate, Reply<T> reply, Consumer<Reply<T>> onReply) {
        if (!fate.isReplyLost()) {
            brokers.schedule(fate.replyDelay(), () -> to.loop().execute(() -> onReply.accept(reply)));
        }
    }
}
