package io.millrace.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordSerdeTest {

    enum Size {
        SMALL,
        LARGE
    }

    record Point(int x, int y) {}

    record Everything(
            boolean a,
            byte b,
            short c,
            char d,
            int e,
            long f,
            float g,
            double h,
            String text,
            Long boxed,
            UUID id,
            Instant at,
            Duration in,
            Size size,
            Point point,
            List<Point> points,
            Map<String, List<Integer>> numbers,
            @Nullable String missing) {}

    record Positive(int value) {
        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("not positive: " + value);
            }
        }
    }

    record Money(String currency, BigDecimal amount) {}

    record Tree(String name, List<Tree> children) {}

    record Holder(List<String> names) {}

    interface Before {
        record Item(String name, int amount, @Nullable String note, Before.Part inner) {}

        record Part(int a, int gone) {}
    }

    interface After {
        record Item(
                long added,
                After.Part inner,
                String name,
                int amount,
                @Nullable String text) {}

        record Part(int a) {}
    }

    interface Retyped {
        record Item(String name, long amount) {}
    }

    @Test
    void shouldReadBackEveryKindOfComponent() {
        var serde = Serdes.records(Everything.class);
        var value = new Everything(
                true,
                (byte) 1,
                (short) 2,
                'x',
                3,
                4L,
                5f,
                6.0,
                "text",
                7L,
                new UUID(8, 9),
                Instant.ofEpochSecond(10),
                Duration.ofSeconds(11),
                Size.LARGE,
                new Point(12, 13),
                List.of(new Point(14, 15)),
                Map.of("one", List.of(1)),
                null);

        assertThat(serde.deserialize(serde.serialize(value))).isEqualTo(value);
        assertThat(serde.isImmutable()).as("it holds a list").isFalse();
    }

    @Test
    void shouldKeepFingerprintAndBytesForAllTime() {
        var serde = Serdes.records(Point.class);

        assertThat(serde.fingerprint()).isEqualTo("record:" + Point.class.getName() + "(x=int,y=int)");
        assertThat(HexFormat.of().formatHex(serde.serialize(new Point(1, -1))))
                .isEqualTo("05000000" + "01" + "05ffffffff");
        assertThat(serde.isImmutable()).isTrue();
    }

    @Test
    void shouldReadWhatWasWrittenBeforeComponentsCameAndWentT19() {
        // given: note and inner.gone are gone, added and text are new, the order is another
        byte[] bytes =
                Serdes.records(Before.Item.class).serialize(new Before.Item("nail", 5, "rusty", new Before.Part(1, 2)));
        String written = asIfNamed(Serdes.records(Before.Item.class).fingerprint(), "Before", "After");

        // when
        Serde<After.Item> reader =
                Serdes.records(After.Item.class).readerFor(written).orElseThrow();

        // then
        var expected = new After.Item(0, new After.Part(1), "nail", 5, null);
        assertThat(reader.deserialize(bytes)).isEqualTo(expected);
        assertThat(reader.serialize(expected))
                .isEqualTo(Serdes.records(After.Item.class).serialize(expected));
    }

    @Test
    void shouldReadCollectionsOfRecordsThatHadOtherComponentsT19() {
        var before = Serdes.map(Serdes.string(), Serdes.list(Serdes.records(Before.Part.class)));
        var after = Serdes.map(Serdes.string(), Serdes.list(Serdes.records(After.Part.class)));
        byte[] bytes = before.serialize(Map.of("k", List.of(new Before.Part(1, 2))));

        var reader = after.readerFor(asIfNamed(before.fingerprint(), "Before", "After"))
                .orElseThrow();

        assertThat(reader.deserialize(bytes)).isEqualTo(Map.of("k", List.of(new After.Part(1))));
    }

    @Test
    void shouldHaveNoReaderWhenAComponentWasRetypedT19() {
        String written = asIfNamed(Serdes.records(Before.Item.class).fingerprint(), "Before", "Retyped");

        assertThat(Serdes.records(Retyped.Item.class).readerFor(written)).isEmpty();
        assertThat(Serdes.records(Retyped.Item.class).readerFor("string")).isEmpty();
    }

    @Test
    void shouldUseAGivenSerdeWhenItCannotDeriveOne() {
        assertThatThrownBy(() -> Serdes.records(Money.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Cannot derive a Serde for java.math.BigDecimal in component 'amount'")
                .hasMessageContaining("Serdes.records(Money.class, Map.of(\"amount\", serde))");

        var serde = Serdes.records(Money.class, Map.of("amount", Serdes.json(BigDecimal.class)));
        var value = new Money("EUR", new BigDecimal("1.50"));

        assertThat(serde.deserialize(serde.serialize(value))).isEqualTo(value);
    }

    @Test
    void shouldRefuseSerdesForComponentsThatDoNotExist() {
        assertThatThrownBy(() -> Serdes.records(Point.class, Map.of("z", Serdes.integers())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no components [z]");
    }

    @Test
    void shouldRefuseARecordThatHoldsItself() {
        assertThatThrownBy(() -> Serdes.records(Tree.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it holds itself");
    }

    @Test
    void shouldSayWhichValuesTheConstructorRefused() {
        byte[] bytes = {5, 0, 0, 0, 0};

        assertThatThrownBy(() -> Serdes.records(Positive.class).deserialize(bytes))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("its constructor refused (value) = [0]")
                .hasRootCauseMessage("not positive: 0");
    }

    @Test
    void shouldRefuseNullWithinAList() {
        var names = new java.util.ArrayList<String>();
        names.add(null);

        assertThatThrownBy(() -> Serdes.records(Holder.class).serialize(new Holder(names)))
                .isInstanceOf(SerdeException.class);
    }

    /** A record keeps its name when its components change; here the versions stand side by side. */
    private static String asIfNamed(String fingerprint, String before, String after) {
        return fingerprint.replace("$" + before + "$", "$" + after + "$");
    }
}
