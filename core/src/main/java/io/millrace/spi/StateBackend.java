package io.millrace.spi;

/**
 * Keeps keyed state. Found through {@link java.util.ServiceLoader} by its name.
 *
 * <p>Thread-safe.
 */
public interface StateBackend {

    /** The name by which users choose it, such as {@code heap}. */
    String name();

    /** Opens the keyed state of one operator in one task. */
    KeyedStateStore open(KeyedStateContext context);
}
