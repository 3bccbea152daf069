package io.millrace.state;

/**
 * The beginning of a file in the canonical format: what the entries are.
 *
 * @param state name of the state
 * @param kind kind of the state, such as {@link #VALUE}
 * @param keySerde fingerprint of the serde that wrote the keys
 * @param valueSerde fingerprint of the serde that wrote the values
 * @param keyHashVersion {@link KeyRouting#KEY_HASH_VERSION} by which the keys were divided into key groups
 */
public record CanonicalHeader(String state, String kind, String keySerde, String valueSerde, int keyHashVersion) {

    /** One value per key; namespaces are empty. */
    public static final String VALUE = "value";
}
