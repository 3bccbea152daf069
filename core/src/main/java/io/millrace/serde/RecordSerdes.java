package io.millrace.serde;

import io.millrace.api.Serde;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Finds the serdes of a record's components by their types. Never guesses: what it does not know, it asks for. */
final class RecordSerdes {

    private static final Map<Class<?>, Serde<?>> SIMPLE = Map.ofEntries(
            Map.entry(String.class, StringSerde.INSTANCE),
            Map.entry(boolean.class, FixedWidthSerdes.BOOLEAN),
            Map.entry(Boolean.class, FixedWidthSerdes.BOOLEAN),
            Map.entry(byte.class, FixedWidthSerdes.BYTE),
            Map.entry(Byte.class, FixedWidthSerdes.BYTE),
            Map.entry(short.class, FixedWidthSerdes.SHORT),
            Map.entry(Short.class, FixedWidthSerdes.SHORT),
            Map.entry(char.class, FixedWidthSerdes.CHARACTER),
            Map.entry(Character.class, FixedWidthSerdes.CHARACTER),
            Map.entry(int.class, FixedWidthSerdes.INTEGER),
            Map.entry(Integer.class, FixedWidthSerdes.INTEGER),
            Map.entry(long.class, LongSerde.INSTANCE),
            Map.entry(Long.class, LongSerde.INSTANCE),
            Map.entry(float.class, FixedWidthSerdes.FLOAT),
            Map.entry(Float.class, FixedWidthSerdes.FLOAT),
            Map.entry(double.class, FixedWidthSerdes.DOUBLE),
            Map.entry(Double.class, FixedWidthSerdes.DOUBLE),
            Map.entry(Instant.class, FixedWidthSerdes.INSTANT),
            Map.entry(Duration.class, FixedWidthSerdes.DURATION),
            Map.entry(UUID.class, UuidSerde.INSTANCE),
            Map.entry(byte[].class, BytesSerde.INSTANCE));

    /** The records around the one at hand, outermost first; one that holds itself has no end. */
    private final Set<Class<?>> around = new LinkedHashSet<>();

    private RecordSerdes() {}

    static <R extends Record> Serde<R> of(Class<R> type, Map<String, Serde<?>> given) {
        return new RecordSerdes().recordSerde(type, given);
    }

    private <R> Serde<R> recordSerde(Class<R> type, Map<String, Serde<?>> given) {
        requireKnown(type, given.keySet());
        if (!around.add(type)) {
            throw new IllegalArgumentException(
                    "Cannot derive a Serde for " + type.getName() + ": it holds itself, by way of " + around
                            + ". Pass a Serde for the component, or use Serdes.json");
        }
        List<RecordComponentSerde> components = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Serde<?> serde = given.get(component.getName());
            components.add(new RecordComponentSerde(component, serde != null ? serde : derive(component)));
        }
        around.remove(type);
        return new RecordSerde<>(type, components);
    }

    private Serde<?> derive(RecordComponent component) {
        return derive(component.getGenericType(), component);
    }

    private Serde<?> derive(Type type, RecordComponent component) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == List.class) {
                return new ListSerde<>(derive(arguments[0], component));
            }
            if (generic.getRawType() == Map.class) {
                return new MapSerde<>(derive(arguments[0], component), derive(arguments[1], component));
            }
        } else if (type instanceof Class<?> plain) {
            Serde<?> simple = SIMPLE.get(plain);
            if (simple != null) {
                return simple;
            }
            if (plain.isEnum()) {
                return enumSerde(plain);
            }
            if (plain.isRecord() && plain.getTypeParameters().length == 0) {
                return recordSerde(plain, Map.of());
            }
        }
        throw new IllegalArgumentException("Cannot derive a Serde for " + type.getTypeName() + " in component '"
                + component.getName() + "' of " + component.getDeclaringRecord().getName()
                + ": pass one, as in Serdes.records("
                + component.getDeclaringRecord().getSimpleName()
                + ".class, Map.of(\"" + component.getName() + "\", serde))");
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // it is an enum, as was asked before
    private static Serde<?> enumSerde(Class<?> type) {
        return new EnumSerde(type);
    }

    private static void requireKnown(Class<?> type, Set<String> names) {
        Set<String> unknown = new HashSet<>(names);
        for (RecordComponent component : type.getRecordComponents()) {
            unknown.remove(component.getName());
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getName() + " has no components " + unknown + ", for which a Serde was passed");
        }
    }
}
