package io.millrace.serde;

import static java.util.Objects.requireNonNull;

import io.millrace.api.Serde;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The built-in serdes.
 *
 * <pre>{@code
 * Serde<String> words = Serdes.string();
 * Serde<Map<String, List<Long>>> times = Serdes.map(Serdes.string(), Serdes.list(Serdes.longs()));
 *
 * record Position(double latitude, double longitude) {}
 * Serde<Position> positions = Serdes.records(Position.class);   // compact
 * Serde<Position> readable = Serdes.json(Position.class);       // JSON
 * }</pre>
 *
 * <p>Those that Kafka's clients have too write the same bytes. All of them refuse null, and bytes that are not a value of
 * their type, with a {@link io.millrace.api.SerdeException}.
 *
 * <p>Thread-safe, as are the serdes.
 */
public final class Serdes {

    private Serdes() {}

    /** Strings as UTF-8. */
    public static Serde<String> string() {
        return StringSerde.INSTANCE;
    }

    /** Byte arrays as they are. */
    public static Serde<byte[]> bytes() {
        return BytesSerde.INSTANCE;
    }

    /** Booleans as a byte 0 or 1. */
    public static Serde<Boolean> booleans() {
        return FixedWidthSerdes.BOOLEAN;
    }

    /** Shorts as two bytes, big-endian. */
    public static Serde<Short> shorts() {
        return FixedWidthSerdes.SHORT;
    }

    /** Integers as four bytes, big-endian. */
    public static Serde<Integer> integers() {
        return FixedWidthSerdes.INTEGER;
    }

    /** Longs as eight bytes, big-endian. */
    public static Serde<Long> longs() {
        return LongSerde.INSTANCE;
    }

    /** Floats as the four bytes of their IEEE 754 bits. */
    public static Serde<Float> floats() {
        return FixedWidthSerdes.FLOAT;
    }

    /** Doubles as the eight bytes of their IEEE 754 bits. */
    public static Serde<Double> doubles() {
        return FixedWidthSerdes.DOUBLE;
    }

    /** UUIDs as their text of 36 characters. */
    public static Serde<UUID> uuids() {
        return UuidSerde.INSTANCE;
    }

    /** Instants as seconds since the epoch and nanoseconds, twelve bytes. */
    public static Serde<Instant> instants() {
        return FixedWidthSerdes.INSTANT;
    }

    /** Durations as seconds and nanoseconds, twelve bytes. */
    public static Serde<Duration> durations() {
        return FixedWidthSerdes.DURATION;
    }

    /**
     * Enum constants as their names: constants may be added and reordered. To read one that was removed or renamed is an
     * error.
     */
    public static <E extends Enum<E>> Serde<E> enums(Class<E> type) {
        return new EnumSerde<>(requireNonNull(type, "type"));
    }

    /** Lists of anything but null. They come back as an {@link java.util.ArrayList}. */
    public static <E> Serde<List<E>> list(Serde<E> elements) {
        return new ListSerde<>(requireNonNull(elements, "elements"));
    }

    /**
     * Maps of anything but null to anything but null. Equal maps have equal bytes. They come back as a
     * {@link java.util.LinkedHashMap}.
     */
    public static <K, V> Serde<Map<K, V>> map(Serde<K> keys, Serde<V> values) {
        return new MapSerde<>(requireNonNull(keys, "keys"), requireNonNull(values, "values"));
    }

    /**
     * Records, component by component: strings, primitives and their boxes, enums, byte arrays, {@link UUID},
     * {@link Instant}, {@link Duration}, lists and maps of these, and records of them. Objects may be null.
     *
     * <p>State that was written before components were added, removed or moved can be read; new components are null, 0 or
     * false then. A component whose type changed is refused when the state is restored. As a key, a record must stay as it is.
     *
     * @throws IllegalArgumentException if a component has another type; pass a serde for it to
     *     {@link #records(Class, Map)}
     */
    public static <R extends Record> Serde<R> records(Class<R> type) {
        return records(type, Map.of());
    }

    /**
     * Records like {@link #records(Class)}, with serdes for some components.
     *
     * <pre>{@code
     * record Quote(String symbol, BigDecimal price) {}
     * Serde<Quote> quotes = Serdes.records(Quote.class, Map.of("price", Serdes.json(BigDecimal.class)));
     * }</pre>
     *
     * @param components serdes by the name of their component
     */
    public static <R extends Record> Serde<R> records(Class<R> type, Map<String, Serde<?>> components) {
        return RecordSerdes.of(requireNonNull(type, "type"), Map.copyOf(components));
    }

    /**
     * Values of a class as JSON, by Jackson: all fields that are not transient, and Jackson's annotations. Equal values have
     * equal bytes. Values come back as exactly this class: data never chooses a class, and a type that leaves something
     * open, such as {@code Map.class}, is refused.
     *
     * <p>Fields may be added (they are null, 0 or false where they were not written) and removed. A number never becomes a
     * string or the other way round, so a field whose type changed is an error.
     *
     * @throws IllegalArgumentException if the class cannot be read back from JSON
     */
    public static <T> Serde<T> json(Class<T> type) {
        return new JsonSerde<>(requireNonNull(type, "type"));
    }

    /**
     * Values of a generic type as JSON, see {@link #json(Class)}.
     *
     * <pre>{@code
     * Serde<Map<String, List<Order>>> orders = Serdes.json(new TypeToken<Map<String, List<Order>>>() {});
     * }</pre>
     */
    public static <T> Serde<T> json(TypeToken<T> type) {
        return new JsonSerde<>(requireNonNull(type, "type").type());
    }
}
