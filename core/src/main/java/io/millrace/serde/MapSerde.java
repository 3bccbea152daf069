package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Maps as the number of their entries, then each key's and value's length and bytes, ordered by the bytes of the keys, so
 * that equal maps have equal bytes. Immutable.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class MapSerde<K, V> implements Serde<Map<K, V>> {

    private final Serde<K> keys;
    private final Serde<V> values;

    MapSerde(Serde<K> keys, Serde<V> values) {
        this.keys = keys;
        this.values = values;
    }

    @Override
    public byte[] serialize(Map<K, V> value) {
        Map<byte[], byte[]> sorted = new TreeMap<>(Arrays::compareUnsigned);
        value.forEach((key, element) -> {
            if (key == null || element == null) {
                throw new SerdeException("Cannot write a map that holds null; found " + key + "=" + element);
            }
            if (sorted.put(keys.serialize(key), values.serialize(element)) != null) {
                throw new SerdeException("Cannot write a map: its serde writes the key " + key + " like another one");
            }
        });
        BytesOut out = new BytesOut(16 + 32 * sorted.size());
        out.writeCount(sorted.size());
        sorted.forEach((key, element) -> {
            out.writeWithLength(key);
            out.writeWithLength(element);
        });
        return out.toByteArray();
    }

    @Override
    public Map<K, V> deserialize(byte[] bytes) {
        BytesIn in = new BytesIn(bytes, fingerprint());
        int size = in.readCount();
        Map<K, V> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(keys.deserialize(in.readWithLength()), values.deserialize(in.readWithLength()));
        }
        in.requireEnd();
        return map;
    }

    @Override
    public Class<?> type() {
        return Map.class;
    }

    @Override
    public String fingerprint() {
        return Fingerprints.compose("map", List.of(keys.fingerprint(), values.fingerprint()));
    }

    @Override
    public Optional<Serde<Map<K, V>>> readerFor(String fingerprint) {
        List<String> parts = Fingerprints.parts("map", fingerprint).orElse(List.of());
        if (parts.size() != 2) {
            return Optional.empty();
        }
        return keys.readerFor(parts.get(0))
                .flatMap(
                        oldKeys -> values.readerFor(parts.get(1)).map(oldValues -> new MapSerde<>(oldKeys, oldValues)));
    }
}
