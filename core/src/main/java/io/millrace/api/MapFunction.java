package io.millrace.api;

/** Turns one value into another. Called by several tasks at a time, so it keeps no state of its own. */
@FunctionalInterface
public interface MapFunction<T, R> {

    R map(T value) throws Exception;
}
