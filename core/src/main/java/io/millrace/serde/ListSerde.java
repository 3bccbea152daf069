package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists as the number of their elements, then each element's length and bytes. Immutable.
 *
 * @param <E> type of the elements
 */
final class ListSerde<E> implements Serde<List<E>> {

    private final Serde<E> elements;

    ListSerde(Serde<E> elements) {
        this.elements = elements;
    }

    @Override
    public byte[] serialize(List<E> value) {
        BytesOut out = new BytesOut(16 + 16 * value.size());
        out.writeCount(value.size());
        for (E element : value) {
            if (element == null) {
                throw new SerdeException("Cannot write a list that holds null");
            }
            out.writeWithLength(elements.serialize(element));
        }
        return out.toByteArray();
    }

    @Override
    public List<E> deserialize(byte[] bytes) {
        BytesIn in = new BytesIn(bytes, fingerprint());
        int size = in.readCount();
        List<E> list = new ArrayList<>(Math.min(size, in.rest()));
        for (int i = 0; i < size; i++) {
            list.add(elements.deserialize(in.readWithLength()));
        }
        in.requireEnd();
        return list;
    }

    @Override
    public Class<?> type() {
        return List.class;
    }

    @Override
    public String fingerprint() {
        return Fingerprints.compose("list", List.of(elements.fingerprint()));
    }

    @Override
    public Optional<Serde<List<E>>> readerFor(String fingerprint) {
        return Fingerprints.parts("list", fingerprint)
                .filter(parts -> parts.size() == 1)
                .flatMap(parts -> elements.readerFor(parts.get(0)))
                .map(ListSerde::new);
    }
}
