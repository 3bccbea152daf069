package io.millrace.api;

import java.util.Optional;

/**
 * Turns values of one type into bytes and back. {@code deserialize(serialize(v))} equals {@code v}, and equal keys
 * have equal bytes, in every process and for all time: snapshots and key routing rely on it.
 *
 * <p>Implementations are thread-safe.
 *
 * @param <T> type of the values, never null
 */
public interface Serde<T> {

    /** Returns the bytes of {@code value}; the caller owns the array. */
    byte[] serialize(T value);

    /**
     * Reads what {@link #serialize} wrote.
     *
     * @throws SerdeException if the bytes are not a value of this type
     */
    T deserialize(byte[] bytes);

    /** The raw class of the values; used to refuse types that are unfit as keys before anything runs. */
    Class<?> type();

    /**
     * Names the type and the byte format. It is written into every snapshot; state is restored only with a serde of the
     * same fingerprint, or one that knows how to read it, see {@link #readerFor}.
     */
    default String fingerprint() {
        return getClass().getName();
    }

    /**
     * Returns a serde that reads values written under another fingerprint, for instance before a field was added; empty
     * if they cannot become values of this type. Asked on restore, before any value is read; never for keys.
     *
     * @param fingerprint of the serde that wrote the values
     */
    default Optional<Serde<T>> readerFor(String fingerprint) {
        return fingerprint.equals(fingerprint()) ? Optional.of(this) : Optional.empty();
    }

    /** Whether values never change once created, so that a snapshot may share them instead of copying. */
    default boolean isImmutable() {
        return false;
    }
}
