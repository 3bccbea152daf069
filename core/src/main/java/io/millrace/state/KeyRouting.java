package io.millrace.state;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;
import java.util.Arrays;
import java.util.UUID;

/**
 * Maps keys to key groups, the same way in every process and for all time: routing, state and timers use this one
 * routine, and snapshots rely on it.
 *
 * <p>Strings, boxed primitives, UUIDs and enums (by name) are hashed by value; keys of any other type by their
 * serialized bytes, never by {@code hashCode()}, which may differ from one JVM to the next. Changing anything here
 * means raising {@link #KEY_HASH_VERSION}.
 *
 * <p>Thread-safe.
 */
public final class KeyRouting {

    /** Version of the mapping from key to key group. A checkpoint can be restored only with the one it was made with. */
    public static final int KEY_HASH_VERSION = 1;

    /** So many keys are checked against what {@link Serde} promises; enough to meet a type that breaks the promise. */
    private static final int KEYS_CHECKED = 100;

    private final Serde<Object> keySerde;
    private final int keyGroups;

    /** Counts down. Not synchronized: with several threads a few keys more are checked. */
    private int keysToCheck = KEYS_CHECKED;

    private KeyRouting(Serde<Object> keySerde, int keyGroups) {
        this.keySerde = keySerde;
        this.keyGroups = keyGroups;
    }

    /**
     * Makes the routine for one kind of keys.
     *
     * @param keySerde writes the keys
     * @param keyGroups how many key groups the operator has
     */
    @SuppressWarnings("unchecked") // keys come from the selector that the serde was given with
    public static KeyRouting of(Serde<?> keySerde, int keyGroups) {
        requireNonNull(keySerde, "keySerde");
        if (keyGroups < 1) {
            throw new IllegalArgumentException("Keys need at least 1 key group, not " + keyGroups);
        }
        return new KeyRouting((Serde<Object>) keySerde, keyGroups);
    }

    /**
     * Returns the key group of a key, from 0.
     *
     * @throws IllegalArgumentException if keys of this type do not equal themselves after being written and read
     */
    public int keyGroupOf(Object key) {
        long hash = mix(valueHash(key));
        return (int) (((hash >>> 32) * keyGroups) >>> 32);
    }

    private long valueHash(Object key) {
        if (key instanceof String string) {
            return string.hashCode(); // its formula is part of the language's specification, and strings keep it
        }
        if (key instanceof Long || key instanceof Integer || key instanceof Short || key instanceof Byte) {
            return ((Number) key).longValue();
        }
        if (key instanceof Enum<?> constant) {
            return constant.name().hashCode();
        }
        if (key instanceof UUID uuid) {
            return mix(uuid.getMostSignificantBits()) ^ uuid.getLeastSignificantBits();
        }
        if (key instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (key instanceof Character character) {
            return character;
        }
        if (key instanceof Double || key instanceof Float) {
            return Double.doubleToLongBits(((Number) key).doubleValue());
        }
        return serializedHash(requireNonNull(key, "key"));
    }

    private long serializedHash(Object key) {
        byte[] bytes = keySerde.serialize(key);
        if (keysToCheck > 0) {
            keysToCheck--;
            requireEqualAfterReading(key, bytes);
        }
        return fnv1a(bytes);
    }

    /** Keys that hold arrays, or whose class lacks equals, would get a new entry for each record. */
    private void requireEqualAfterReading(Object key, byte[] bytes) {
        Object copy = keySerde.deserialize(bytes);
        boolean equal = key.equals(copy) && key.hashCode() == copy.hashCode();
        if (!equal || !Arrays.equals(bytes, keySerde.serialize(copy))) {
            throw new IllegalArgumentException("Cannot key by " + key.getClass().getName() + ": the key " + key
                    + ", written and read again, is no longer equal to itself, has another hash code, or other bytes."
                    + " Records with the same key would not meet. Key by a type that compares by content, without arrays"
                    + " in it, and a Serde that keeps all of it");
        }
    }

    /** FNV-1a, 64 bits. */
    private static long fnv1a(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    /** The finalizer of MurmurHash3, 64 bits: each bit of the input changes about half of the output. */
    private static long mix(long value) {
        long h = value;
        h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
        h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return h ^ (h >>> 33);
    }
}
