package io.millrace.serde;

import io.millrace.api.Serde;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads records that were written when they had other components: those that are gone are skipped, new ones get null, 0 or
 * false. Writes as the record is now. Immutable.
 *
 * @param <R> the record
 */
final class EvolvedRecordSerde<R> implements Serde<R> {

    /** How to read a component that was written, and its index in the record of today. */
    private record Known(int index, Serde<?> reader) {}

    private final RecordSerde<R> today;
    private final List<RecordComponentSerde> components;
    private final List<Optional<Known>> written;

    private EvolvedRecordSerde(
            RecordSerde<R> today, List<RecordComponentSerde> components, List<Optional<Known>> written) {
        this.today = today;
        this.components = components;
        this.written = written;
    }

    /**
     * Makes the reader of what was written with other components.
     *
     * @param written the components that were written, each as {@code name=fingerprint}
     * @return empty if a component that still exists was written in a way that its serde cannot read
     */
    static <R> Optional<Serde<R>> of(
            RecordSerde<R> today, List<RecordComponentSerde> components, List<String> written) {
        List<String> names = components.stream().map(RecordComponentSerde::name).toList();
        List<Optional<Known>> known = new ArrayList<>();
        for (String part : written) {
            int nameEnd = part.indexOf('=');
            int index = nameEnd < 0 ? -1 : names.indexOf(part.substring(0, nameEnd));
            if (index < 0) {
                known.add(Optional.empty());
                continue;
            }
            Optional<Serde<Object>> reader = components.get(index).serde().readerFor(part.substring(nameEnd + 1));
            if (reader.isEmpty()) {
                return Optional.empty();
            }
            known.add(Optional.of(new Known(index, reader.get())));
        }
        return Optional.of(new EvolvedRecordSerde<>(today, components, List.copyOf(known)));
    }

    @Override
    public R deserialize(byte[] bytes) {
        BytesIn in = new BytesIn(bytes, type().getName());
        @Nullable
        Object[] arguments =
                components.stream().map(RecordComponentSerde::defaultValue).toArray();
        for (Optional<Known> component : written) {
            int lengthPlusOne = in.readCount();
            if (lengthPlusOne > 0) {
                byte[] value = in.read(lengthPlusOne - 1);
                component.ifPresent(
                        known -> arguments[known.index()] = known.reader().deserialize(value));
            }
        }
        in.requireEnd();
        return today.create(arguments);
    }

    @Override
    public byte[] serialize(R value) {
        return today.serialize(value);
    }

    @Override
    public Class<?> type() {
        return today.type();
    }

    @Override
    public String fingerprint() {
        return today.fingerprint();
    }

    @Override
    public boolean isImmutable() {
        return today.isImmutable();
    }
}
