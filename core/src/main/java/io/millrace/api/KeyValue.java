package io.millrace.api;

/**
 * A key and a value.
 *
 * @param key the key
 * @param value the value
 */
public record KeyValue<K, V>(K key, V value) {

    public static <K, V> KeyValue<K, V> of(K key, V value) {
        return new KeyValue<>(key, value);
    }
}
