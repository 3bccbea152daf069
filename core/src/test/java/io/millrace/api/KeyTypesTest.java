package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.serde.Serdes;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyTypesTest {

    enum Colour {
        RED
    }

    record Point(int x, int y) {}

    /** Without equals and hashCode. */
    static final class Plain {
        int value;
    }

    @Test
    void shouldRefuseArraysT04() {
        for (Serde<?> serde : List.of(Serdes.bytes(), Serdes.json(int[].class), Serdes.json(String[].class))) {
            assertThatThrownBy(() -> KeyTypes.requireFit(serde))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Cannot key by " + serde.type().getSimpleName())
                    .hasMessageContaining("compare by identity");
        }
    }

    @Test
    void shouldRefuseTypesWithoutEqualsT04() {
        assertThatThrownBy(() -> KeyTypes.requireFit(Serdes.json(Plain.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not override equals and hashCode");
    }

    @Test
    void shouldAskForASerdeWhenThereIsNone() {
        assertThatThrownBy(() -> KeyTypes.requireFit(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyBy needs a Serde");
    }

    @Test
    void shouldAcceptTypesThatCompareByContent() {
        for (Serde<?> serde : List.of(
                Serdes.string(),
                Serdes.longs(),
                Serdes.uuids(),
                Serdes.enums(Colour.class),
                Serdes.records(Point.class),
                Serdes.list(Serdes.string()),
                Serdes.json(BigDecimal.class))) {
            assertThatCode(() -> KeyTypes.requireFit(serde))
                    .as(serde.fingerprint())
                    .doesNotThrowAnyException();
        }
    }
}
