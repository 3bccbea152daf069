package io.millrace.api;

/**
 * Combines what was accumulated for a key with its next value, into a new value: the old ones may be on their way to
 * other tasks and must not be changed. Called by several tasks at a time, so it keeps no state of its own.
 */
@FunctionalInterface
public interface Reducer<T> {

    T reduce(T accumulated, T value) throws Exception;
}
