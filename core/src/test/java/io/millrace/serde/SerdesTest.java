package io.millrace.serde;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Serde;
import io.millrace.api.SerdeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SerdesTest {

    enum Colour {
        RED {
            @Override
            public String toString() {
                return "rouge";
            }
        },
        GREEN
    }

    /** Serde, value, fingerprint and bytes: both are in every snapshot and must not change. */
    static Stream<Arguments> formats() {
        return Stream.of(
                format(Serdes.string(), "Grüße \uD83D\uDE00?", "string", "4772c3bcc39f6520f09f98803f"),
                format(Serdes.string(), "", "string", ""),
                format(Serdes.string(), "\uFFFD", "string", "efbfbd"),
                format(Serdes.booleans(), true, "boolean", "01"),
                format(Serdes.shorts(), (short) -2, "short", "fffe"),
                format(Serdes.integers(), 0x01020304, "int", "01020304"),
                format(Serdes.longs(), 0x01020304_85868788L, "long", "0102030485868788"),
                format(Serdes.longs(), -1L, "long", "ffffffffffffffff"),
                format(Serdes.floats(), 1.5f, "float", "3fc00000"),
                format(Serdes.doubles(), -1.5, "double", "bff8000000000000"),
                format(Serdes.doubles(), Double.longBitsToDouble(0xfff8_0000_0000_0001L), "double", "7ff8000000000000"),
                format(
                        Serdes.uuids(),
                        new UUID(1, 2),
                        "uuid",
                        HexFormat.of().formatHex("00000000-0000-0001-0000-000000000002".getBytes(US_ASCII))),
                format(Serdes.instants(), Instant.ofEpochSecond(-1, 5), "instant", "ffffffffffffffff00000005"),
                format(Serdes.durations(), Duration.ofMillis(1500), "duration", "00000000000000011dcd6500"),
                format(Serdes.enums(Colour.class), Colour.RED, "enum:" + Colour.class.getName(), "524544"),
                format(Serdes.list(Serdes.string()), List.of("a", "", "bc"), "list(string)", "03016100026263"),
                format(
                        Serdes.map(Serdes.string(), Serdes.list(Serdes.shorts())),
                        Map.of("b", List.of(), "a", List.of((short) 1)),
                        "map(string,list(short))",
                        "02" + "0161" + "04" + "01020001" + "0162" + "01" + "00"));
    }

    private static <T> Arguments format(Serde<T> serde, T value, String fingerprint, String hex) {
        return Arguments.of(serde, value, fingerprint, hex);
    }

    @ParameterizedTest
    @MethodSource("formats")
    void shouldKeepFingerprintAndBytesForAllTime(Serde<Object> serde, Object value, String fingerprint, String hex) {
        assertThat(serde.fingerprint()).isEqualTo(fingerprint);
        assertThat(serde.serialize(value)).asHexString().isEqualTo(hex.toUpperCase(Locale.ROOT));
        assertThat(serde.deserialize(HexFormat.of().parseHex(hex))).isEqualTo(value);
        assertThat(serde.type()).isAssignableFrom(value.getClass());
        assertThat(serde.readerFor(fingerprint)).isPresent();
        assertThat(serde.readerFor("other")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void shouldThrowSerdeExceptionAndNothingElseWhenBytesAreDamaged(
            Serde<Object> serde, Object value, String fingerprint, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        for (int length = 0; length < bytes.length; length++) {
            readOrRefuse(serde, Arrays.copyOf(bytes, length));
        }
        readOrRefuse(serde, Arrays.copyOf(bytes, bytes.length + 1));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            readOrRefuse(serde, flipped);
        }
    }

    private static void readOrRefuse(Serde<Object> serde, byte[] bytes) {
        try {
            serde.deserialize(bytes);
        } catch (SerdeException expected) {
            assertThat(expected).hasMessageContaining("Cannot read");
        }
    }

    @Test
    void shouldRefuseLengthsThatDoNotFit() {
        assertThatThrownBy(() -> Serdes.longs().deserialize(new byte[7]))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("takes 8 bytes, but there are 7");
        assertThatThrownBy(() -> Serdes.integers().deserialize(new byte[5])).isInstanceOf(SerdeException.class);
        assertThatThrownBy(() -> Serdes.list(Serdes.string()).deserialize(new byte[] {1, 5, 'a'}))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("list(string)");
        assertThatThrownBy(() -> Serdes.list(Serdes.string()).deserialize(new byte[] {0, 0}))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("1 bytes too many");
        assertThatThrownBy(() -> Serdes.list(Serdes.string()).deserialize(new byte[] {-1, -1, -1, -1, 127}))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("too large");
    }

    @Test
    void shouldRefuseStringsThatWouldNotComeBack() {
        assertThatThrownBy(() -> Serdes.string().deserialize(new byte[] {'a', (byte) 0xc3}))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("not UTF-8");
        assertThatThrownBy(() -> Serdes.string().serialize("ab\uD83D?"))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("the one at 2 is half of a surrogate pair");
        assertThatThrownBy(() -> Serdes.string().serialize("\uDE00")).isInstanceOf(SerdeException.class);
    }

    @Test
    void shouldNameTheRemovedConstantWhenItIsReadT18() {
        assertThatThrownBy(() -> Serdes.enums(Colour.class).deserialize("BLUE".getBytes(US_ASCII)))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("no constant 'BLUE'")
                .hasMessageContaining("put it back");
    }

    @Test
    void shouldWriteEqualMapsAlikeWhateverTheirOrder() {
        var serde = Serdes.map(Serdes.string(), Serdes.longs());
        Map<String, Long> oneWay = new LinkedHashMap<>();
        Map<String, Long> otherWay = new LinkedHashMap<>();
        for (long i = 0; i < 100; i++) {
            oneWay.put("key" + i, i);
            otherWay.put("key" + (99 - i), 99 - i);
        }

        assertThat(serde.serialize(oneWay)).isEqualTo(serde.serialize(otherWay));
    }

    @Test
    void shouldRefuseNullInCollections() {
        assertThatThrownBy(() -> Serdes.list(Serdes.string()).serialize(Arrays.asList("a", null)))
                .isInstanceOf(SerdeException.class);
        Map<String, String> map = new LinkedHashMap<>();
        map.put("a", null);
        assertThatThrownBy(() -> Serdes.map(Serdes.string(), Serdes.string()).serialize(map))
                .isInstanceOf(SerdeException.class)
                .hasMessageContaining("a=null");
    }

    @Test
    void shouldNotShareArraysWithItsCaller() {
        byte[] value = {1, 2};
        byte[] bytes = Serdes.bytes().serialize(value);
        byte[] copy = Serdes.bytes().deserialize(bytes);

        value[0] = 9;
        bytes[1] = 9;

        assertThat(bytes).containsExactly(1, 9);
        assertThat(copy).containsExactly(1, 2);
        assertThat(Serdes.bytes().isImmutable()).isFalse();
    }
}
