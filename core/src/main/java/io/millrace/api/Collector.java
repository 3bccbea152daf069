package io.millrace.api;

/**
 * Takes the outputs of a function, any number of them per call.
 *
 * <p>To be used only during the call that it was handed to, by the calling thread.
 */
@FunctionalInterface
public interface Collector<T> {

    void emit(T value);
}
