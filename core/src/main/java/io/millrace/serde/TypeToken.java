package io.millrace.serde;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;

/**
 * Carries a type with its type arguments, which a class object cannot. Made as an anonymous subclass:
 *
 * <pre>{@code
 * Serde<Map<String, List<Order>>> orders = Serdes.json(new TypeToken<Map<String, List<Order>>>() {});
 * }</pre>
 *
 * <p>Immutable.
 *
 * @param <T> the type
 */
public abstract class TypeToken<T> {

    private final Type type;

    /** Captures the type argument of the subclass. */
    protected TypeToken() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parameterized)
                || parameterized.getRawType() != TypeToken.class) {
            throw new IllegalArgumentException(
                    "A TypeToken is made directly and with its type, as in new TypeToken<List<Order>>() {}");
        }
        type = parameterized.getActualTypeArguments()[0];
        requireComplete(type, type);
    }

    /** The type that was captured. */
    public final Type type() {
        return type;
    }

    /** Refuses types that leave something open: data could then come back as something else. */
    static void requireComplete(Type part, Type whole) {
        if (part instanceof Class<?> plain) {
            if (plain.isArray()) {
                requireComplete(plain.getComponentType(), whole);
            } else if (plain.getTypeParameters().length > 0) {
                throw new IllegalArgumentException("The type " + whole.getTypeName() + " does not say what "
                        + plain.getName() + " holds. Name it in full with a TypeToken, as in Serdes.json(new TypeToken<"
                        + plain.getSimpleName() + "<" + example(plain) + ">>() {})");
            }
        } else if (part instanceof ParameterizedType parameterized) {
            Arrays.stream(parameterized.getActualTypeArguments()).forEach(argument -> requireComplete(argument, whole));
        } else if (part instanceof GenericArrayType array) {
            requireComplete(array.getGenericComponentType(), whole);
        } else { // a type variable or a wildcard
            throw new IllegalArgumentException("The type " + whole.getTypeName() + " leaves open what "
                    + part.getTypeName() + " stands for. Name each type in full where the TypeToken is made");
        }
    }

    private static String example(Class<?> raw) {
        return raw.getTypeParameters().length == 2 ? "String, Order" : "Order";
    }
}
