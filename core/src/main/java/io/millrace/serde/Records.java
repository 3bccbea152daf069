package io.millrace.serde;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What reflection knows of records. */
final class Records {

    private Records() {}

    static <R> Constructor<R> canonicalConstructor(Class<R> type) {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(parameters);
            open(constructor, type);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every record has a canonical constructor", e);
        }
    }

    static void open(AccessibleObject member, Class<?> type) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "Cannot read and make values of " + type.getName() + ": its module does not open package "
                            + type.getPackageName() + ". Add 'opens " + type.getPackageName() + ";' to its module-info",
                    e);
        }
    }

    /** Null for objects, 0 or false for primitives. */
    static @Nullable Object defaultOf(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
    }
}
