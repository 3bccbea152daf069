package io.millrace.serde;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonSerdeTest {

    enum Level {
        LOW,
        HIGH
    }

    record Order(
            String id, int amount, Level level, @Nullable String note) {}

    /** Fields only, as people write accumulators. */
    static final class Accumulator {
        private long sum;
        private final List<Integer> values = new java.util.ArrayList<>();
        private transient int cached;

        void add(int value) {
            sum += value;
            values.add(value);
            cached = value;
        }

        long average() {
            return cached < 0 ? cached : sum / values.size();
        }
    }

    static final class NoWayBack {
        public final int value;

        NoWayBack(int value) {
            this.value = value;
        }
    }

    static final class HalfWayBack {
        private transient int hidden;

        public int getShown() {
            return hidden;
        }

        @com.fasterxml.jackson.annotation.JsonProperty("shown")
        public int shown() {
            return hidden;
        }
    }

    record Times(Instant at, Duration in, LocalDate day) {}

    record Tags(Set<String> names, Map<String, Integer> weights, Set<Order> orders) {}

    record Loose(Map<Object, String> map) {}

    interface Shape {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(value = Circle.class, name = "circle")})
    interface Listed {}

    record Circle(int radius) implements Listed {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    interface Unlisted {}

    record Square(int side) implements Unlisted {}

    record Wider(
            String id,
            int amount,
            Level level,
            int added,
            @Nullable String text) {}

    record Retyped(String id, String amount) {}

    record RetypedToNumber(int id) {}

    @Test
    void shouldKeepFingerprintAndBytesForAllTime() {
        var serde = Serdes.json(Order.class);

        assertThat(serde.fingerprint()).isEqualTo("json:" + Order.class.getName());
        assertThat(json(serde, new Order("a", 1, Level.HIGH, null)))
                .isEqualTo("{\"amount\":1,\"id\":\"a\",\"level\":\"HIGH\",\"note\":null}");
        assertThat(Serdes.json(new TypeToken<Map<String, List<Order>>>() {}).fingerprint())
                .isEqualTo("json:java.util.Map<java.lang.String,java.util.List<" + Order.class.getName() + ">>");
        assertThat(serde.isImmutable()).isFalse();
    }

    @Test
    void shouldReadBackGenericTypesAsTheyWereO07() {
        Serde<Map<String, List<Order>>> serde = Serdes.json(new TypeToken<Map<String, List<Order>>>() {});
        var value = Map.of("k", List.of(new Order("a", 1, Level.LOW, "n")));

        assertThat(serde.deserialize(serde.serialize(value))).isEqualTo(value);
        assertThat(serde.type()).isEqualTo(Map.class);
    }

    @Test
    @SuppressWarnings("rawtypes")
    void shouldRefuseTypesThatLeaveSomethingOpenO07() {
        assertThatThrownBy(() -> Serdes.json(Map.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not say what java.util.Map holds")
                .hasMessageContaining("new TypeToken<Map<String, Order>>() {}");
        assertThatThrownBy(() -> Serdes.json(List[].class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Serdes.json(new TypeToken<Map<String, List>>() {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.util.List");
        assertThatThrownBy(() -> Serdes.json(new TypeToken<List<? extends Order>>() {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leaves open");
        assertThatThrownBy(JsonSerdeTest::<Order>tokenOfVariable)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leaves open what T stands for");
        assertThatThrownBy(() -> Serdes.json(Object.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Serdes.json(Shape.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it is abstract");
    }

    private static <T> TypeToken<List<T>> tokenOfVariable() {
        return new TypeToken<List<T>>() {};
    }

    @Test
    @SuppressWarnings("rawtypes")
    void shouldRefuseATypeTokenWithoutAType() {
        assertThatThrownBy(() -> new TypeToken() {}).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldIgnoreRemovedFieldsAndDefaultNewOnesT19() {
        byte[] before = Serdes.json(Order.class).serialize(new Order("a", 1, Level.HIGH, "gone"));

        assertThat(Serdes.json(Wider.class).deserialize(before)).isEqualTo(new Wider("a", 1, Level.HIGH, 0, null));
    }

    @Test
    void shouldRefuseRetypedFieldsInsteadOfConvertingT19() {
        byte[] before = Serdes.json(Order.class).serialize(new Order("7", 1, Level.HIGH, "n"));

        assertThatThrownBy(() -> Serdes.json(Retyped.class).deserialize(before))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("Cannot read a " + Retyped.class.getName())
                .hasMessageContaining("Integer");
        assertThatThrownBy(() -> Serdes.json(RetypedToNumber.class).deserialize(before))
                .isInstanceOf(SerdeException.class);
        assertThatThrownBy(() -> Serdes.json(RetypedToNumber.class).deserialize(bytes("{\"id\":1.5}")))
                .isInstanceOf(SerdeException.class);
        assertThatThrownBy(() -> Serdes.json(Order.class).deserialize(bytes("{\"level\":1}")))
                .isInstanceOf(SerdeException.class);
    }

    @Test
    void shouldNameTheRemovedConstantT18() {
        assertThatThrownBy(() -> Serdes.json(Order.class).deserialize(bytes("{\"level\":\"MEDIUM\"}")))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("\"MEDIUM\"");
    }

    @Test
    void shouldKeepAllFieldsThatAreNotTransient() {
        var serde = Serdes.json(Accumulator.class);
        var value = new Accumulator();
        value.add(3);
        value.add(5);

        Accumulator copy = serde.deserialize(serde.serialize(value));

        assertThat(copy.average()).isEqualTo(4);
        assertThat(copy.values).containsExactly(3, 5);
        assertThat(json(serde, value)).isEqualTo("{\"sum\":8,\"values\":[3,5]}");
    }

    @Test
    void shouldRefuseTheFirstValueThatWouldNotComeBack() {
        assertThatThrownBy(() -> Serdes.json(NoWayBack.class).serialize(new NoWayBack(1)))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("Cannot read a " + NoWayBack.class.getName());
        var half = new HalfWayBack();
        half.hidden = 5;
        assertThatThrownBy(() -> Serdes.json(HalfWayBack.class).serialize(half))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("does not come back as it was written");
    }

    @Test
    void shouldRefuseAtOnceWhatCannotBeRead() {
        assertThatThrownBy(() ->
                        Serdes.json(Loose.class).serialize(new Loose(Map.of(new Order("a", 1, Level.LOW, null), ""))))
                .isInstanceOf(SerdeException.class);
        assertThatThrownBy(() -> Serdes.json(new TypeToken<Map<Order, String>>() {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Cannot use JSON for");
    }

    @Test
    void shouldWriteEqualValuesAlikeWhateverTheOrderOfTheirSetsAndMaps() {
        // given: Aa and BB have one hash code, so they stand in a hash set in the order of their coming
        Set<String> oneWay = new HashSet<>(List.of("Aa", "BB", "c"));
        Set<String> otherWay = new HashSet<>(1000);
        otherWay.addAll(List.of("c", "BB", "Aa"));
        Map<String, Integer> weights = new HashMap<>();
        weights.put("BB", 1);
        weights.put("Aa", 2);
        var orders = Set.of(new Order("b", 2, Level.LOW, null), new Order("a", 1, Level.LOW, null));
        var serde = Serdes.json(Tags.class);

        String json = json(serde, new Tags(otherWay, weights, orders));

        assertThat(oneWay.iterator().next()).isEqualTo("Aa");
        assertThat(json(serde, new Tags(oneWay, weights, orders))).isEqualTo(json);
        assertThat(json)
                .isEqualTo("{\"names\":[\"Aa\",\"BB\",\"c\"],\"orders\":["
                        + "{\"amount\":1,\"id\":\"a\",\"level\":\"LOW\",\"note\":null},"
                        + "{\"amount\":2,\"id\":\"b\",\"level\":\"LOW\",\"note\":null}],"
                        + "\"weights\":{\"Aa\":2,\"BB\":1}}");
    }

    @Test
    void shouldWriteTimesAsText() {
        var serde = Serdes.json(Times.class);
        var value = new Times(Instant.ofEpochSecond(0, 5), Duration.ofSeconds(90), LocalDate.of(2026, 1, 2));

        assertThat(json(serde, value))
                .isEqualTo("{\"at\":\"1970-01-01T00:00:00.000000005Z\",\"day\":\"2026-01-02\",\"in\":\"PT1M30S\"}");
        assertThat(serde.deserialize(serde.serialize(value))).isEqualTo(value);
        assertThatThrownBy(() -> serde.deserialize(bytes("{\"at\":\"yesterday\"}")))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("ISO 8601");
        assertThatThrownBy(() -> serde.deserialize(bytes("{\"at\":17}"))).isInstanceOf(SerdeException.class);
    }

    @Test
    void shouldNeverLoadAClassThatDataNames() {
        assertThatThrownBy(() -> Serdes.json(Unlisted.class).serialize(new Square(1)))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("denied resolution");

        Serde<Listed> listed = Serdes.json(Listed.class);
        assertThat(listed.deserialize(listed.serialize(new Circle(2)))).isEqualTo(new Circle(2));
    }

    @Test
    void shouldRefuseWhatIsNotOneValue() {
        var serde = Serdes.json(Order.class);

        for (String json : List.of("", "null", "{", "{} {}", "[]", "\"a\"", "{\"id\":\"a\"} x")) {
            assertThatThrownBy(() -> serde.deserialize(bytes(json)))
                    .as(json)
                    .isInstanceOf(SerdeException.class)
                    .hasMessageContaining("Cannot read a " + Order.class.getName());
        }
    }

    private static <T> String json(Serde<T> serde, T value) {
        return new String(serde.serialize(value), UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(UTF_8);
    }
}
