package io.millrace.api;

import org.jspecify.annotations.Nullable;

/** Refuses key types that do not compare by content: equal keys would not meet, or not after a restart. */
final class KeyTypes {

    private KeyTypes() {}

    static void requireFit(@Nullable Serde<?> serde) {
        if (serde == null) {
            throw new IllegalArgumentException("keyBy needs a Serde for its keys: pass one of Serdes, such as"
                    + " Serdes.string() or Serdes.json(MyKey.class); Millrace never guesses one");
        }
        Class<?> type = serde.type();
        if (type.isArray()) {
            throw new IllegalArgumentException("Cannot key by " + type.getSimpleName()
                    + ": arrays compare by identity, so equal keys would not meet. Key by a type that compares by"
                    + " content, such as String, a record or java.nio.ByteBuffer");
        }
        if (!type.isInterface() && type != Object.class && inheritsIdentity(type)) {
            throw new IllegalArgumentException("Cannot key by " + type.getName()
                    + ": it does not override equals and hashCode, so equal keys would not meet. Make it a record or"
                    + " implement both");
        }
    }

    private static boolean inheritsIdentity(Class<?> type) {
        if (type.isEnum() || type.isPrimitive()) {
            return false;
        }
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class
                    || type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every class has equals and hashCode", e);
        }
    }
}
