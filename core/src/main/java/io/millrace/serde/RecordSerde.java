package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records as their components in the order of declaration: each one's length plus one and bytes, or 0 for null. Names and
 * formats of the components are in the fingerprint, not in the values. Immutable.
 *
 * @param <R> the record
 */
final class RecordSerde<R> implements Serde<R> {

    private final Class<R> type;
    private final Constructor<R> constructor;
    private final List<RecordComponentSerde> components;

    RecordSerde(Class<R> type, List<RecordComponentSerde> components) {
        this.type = type;
        this.constructor = Records.canonicalConstructor(type);
        this.components = List.copyOf(components);
    }

    @Override
    public byte[] serialize(R value) {
        BytesOut out = new BytesOut(16 * components.size());
        for (RecordComponentSerde component : components) {
            byte[] bytes = component.serialize(value);
            if (bytes == null) {
                out.writeCount(0);
            } else {
                out.writeCount(bytes.length + 1);
                out.write(bytes);
            }
        }
        return out.toByteArray();
    }

    @Override
    public R deserialize(byte[] bytes) {
        BytesIn in = new BytesIn(bytes, type.getName());
        @Nullable Object[] arguments = new Object[components.size()];
        for (int i = 0; i < arguments.length; i++) {
            RecordComponentSerde component = components.get(i);
            int lengthPlusOne = in.readCount();
            arguments[i] = lengthPlusOne == 0
                    ? component.defaultValue()
                    : component.serde().deserialize(in.read(lengthPlusOne - 1));
        }
        in.requireEnd();
        return create(arguments);
    }

    @Override
    public Class<?> type() {
        return type;
    }

    @Override
    public String fingerprint() {
        List<String> parts =
                components.stream().map(RecordComponentSerde::fingerprint).toList();
        return Fingerprints.compose(name(), parts);
    }

    @Override
    public Optional<Serde<R>> readerFor(String fingerprint) {
        if (fingerprint.equals(fingerprint())) {
            return Optional.of(this);
        }
        return Fingerprints.parts(name(), fingerprint)
                .flatMap(written -> EvolvedRecordSerde.of(this, components, written));
    }

    @Override
    public boolean isImmutable() {
        return components.stream().allMatch(component -> component.serde().isImmutable());
    }

    R create(@Nullable Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new SerdeException(
                    "Cannot read a " + type.getName() + ": its constructor refused " + describe(arguments),
                    e.getTargetException());
        } catch (InstantiationException | IllegalAccessException e) {
            throw new IllegalStateException(constructor + " was made accessible", e);
        }
    }

    private String describe(@Nullable Object[] arguments) {
        return components.stream().map(RecordComponentSerde::name).collect(Collectors.joining(", ", "(", ")")) + " = "
                + Arrays.toString(arguments);
    }

    private String name() {
        return "record:" + type.getName();
    }
}
