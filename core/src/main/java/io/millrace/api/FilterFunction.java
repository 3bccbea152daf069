package io.millrace.api;

/** Decides whether a value goes on. Called by several tasks at a time, so it keeps no state of its own. */
@FunctionalInterface
public interface FilterFunction<T> {

    boolean test(T value) throws Exception;
}
