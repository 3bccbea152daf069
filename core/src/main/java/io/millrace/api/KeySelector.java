package io.millrace.api;

/** Tells the key of a value. Must give the same key for the same value, always; never null. Called by several tasks at a time, so it keeps no state of its own. */
@FunctionalInterface
public interface KeySelector<T, K> {

    K key(T value) throws Exception;
}
