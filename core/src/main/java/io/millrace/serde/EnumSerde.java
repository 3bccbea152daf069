package io.millrace.serde;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Enum constants as their names, so that constants may be added and reordered. Immutable.
 *
 * @param <E> the enum
 */
final class EnumSerde<E extends Enum<E>> implements Serde<E> {

    private final Class<E> type;
    private final Map<String, E> constants = new HashMap<>();

    EnumSerde(Class<E> type) {
        this.type = type;
        if (!type.isEnum()) {
            throw new IllegalArgumentException(type.getName() + " is not an enum; pass the class of the enum itself");
        }
        for (E constant : type.getEnumConstants()) {
            constants.put(constant.name(), constant);
        }
    }

    @Override
    public byte[] serialize(E value) {
        return value.name().getBytes(UTF_8);
    }

    @Override
    public E deserialize(byte[] bytes) {
        String name = new String(bytes, UTF_8);
        E constant = constants.get(name);
        if (constant == null) {
            throw new SerdeException("Cannot read a " + type.getName() + ": it has no constant '" + name + "', only "
                    + Arrays.toString(type.getEnumConstants())
                    + ". If the constant was removed or renamed, put it back: stored values still use it");
        }
        return constant;
    }

    @Override
    public Class<?> type() {
        return type;
    }

    @Override
    public String fingerprint() {
        return "enum:" + type.getName();
    }

    @Override
    public boolean isImmutable() {
        return true;
    }
}
