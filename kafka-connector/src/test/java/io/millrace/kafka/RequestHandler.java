package io.millrace.kafka;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** What a request does when it arrives at the brokers, each time that it does. */
@FunctionalInterface
interface RequestHandler<T> {

    /** @param answer takes the reply, at once or later; a second one is ignored by clients */
    void handle(Consumer<Reply<T>> answer);

    /** A handler that answers at once. */
    static <T> RequestHandler<T> of(Supplier<T> action) {
        return answer -> answer.accept(Reply.by(action));
    }
}
