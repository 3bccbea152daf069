package io.millrace.serde;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record: how to get it and how it is written. Immutable.
 */
final class RecordComponentSerde {

    private final String name;
    private final Class<?> type;
    private final Serde<Object> serde;
    private final Method accessor;

    @SuppressWarnings("unchecked") // the serde was derived from the component's type, or checked against it
    RecordComponentSerde(RecordComponent component, Serde<?> serde) {
        this.name = component.getName();
        this.type = component.getType();
        this.serde = (Serde<Object>) serde;
        this.accessor = component.getAccessor();
        Records.open(accessor, component.getDeclaringRecord());
    }

    String name() {
        return name;
    }

    Serde<Object> serde() {
        return serde;
    }

    /** As it stands in the record's fingerprint. */
    String fingerprint() {
        return name + '=' + serde.fingerprint();
    }

    byte @Nullable [] serialize(Object record) {
        Object value = valueOf(record);
        return value == null ? null : serde.serialize(value);
    }

    /** What a component has that was not written: null, 0 or false. */
    @Nullable
    Object defaultValue() {
        return Records.defaultOf(type);
    }

    private @Nullable Object valueOf(Object record) {
        try {
            return accessor.invoke(record);
        } catch (InvocationTargetException e) {
            throw new SerdeException(
                    "Cannot write a " + record.getClass().getName() + ": " + name + "() failed",
                    e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(accessor + " was made accessible", e);
        }
    }
}
