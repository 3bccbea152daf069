package io.millrace.kafka;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** What a broker answers to a request: a value or an error. Immutable. */
record Reply<T>(@Nullable T value, @Nullable KafkaException error) {

    static <T> Reply<T> of(T value) {
        return new Reply<>(value, null);
    }

    static <T> Reply<T> failed(KafkaException error) {
        return new Reply<>(null, error);
    }

    static <T> Reply<T> by(Supplier<T> action) {
        try {
            return of(action.get());
        } catch (KafkaException e) {
            return failed(e);
        }
    }

    /** The value, or throws the error. */
    T get() {
        if (error != null) {
            throw error;
        }
        return requireNonNull(value);
    }
}
