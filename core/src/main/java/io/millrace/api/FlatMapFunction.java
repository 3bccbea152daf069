package io.millrace.api;

/** Turns one value into any number of values. Called by several tasks at a time, so it keeps no state of its own. */
@FunctionalInterface
public interface FlatMapFunction<T, R> {

    Iterable<R> flatMap(T value) throws Exception;
}
