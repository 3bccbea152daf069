package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.serde.Serdes;
import io.millrace.spi.KeyGroupRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapTableTest {

    private static final int GROUPS = 2;

    private final Captures captures = new Captures();
    private final HeapTable<String> table = new HeapTable<>(Serdes.string(), GROUPS, captures);

    @Test
    void shouldNeedOneLookUpWhenNoCaptureWasTaken() {
        for (int i = 0; i < 100; i++) {
            table.insert(i % GROUPS, i, "value");
        }

        assertThat(table.layers()).hasSize(1);
    }

    @Test
    void shouldPutNewKeysInALayerAboveTheCapturedOnes() {
        table.insert(0, "a", "1");
        HeapCapture capture = capture();

        table.insert(0, "b", "2");

        assertThat(table.layers()).hasSize(2);
        assertThat(table.layers().get(0).group(0)).containsOnlyKeys("a");
        assertThat(valueOf("b")).isEqualTo("2");
        assertThat(table.find(0, "b").valueAt(capture.version())).isNull();
    }

    @Test
    void shouldLeaveNothingBehindWhenAllCapturesAreReleased() {
        // given: changed, new and removed keys while captures are outstanding
        List<Cell<String>> cells = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            cells.add(table.insert(0, i, "old"));
        }
        HeapCapture first = capture();
        cells.forEach(cell -> table.write(cell, "new"));
        table.insert(0, "between", "x");
        HeapCapture second = capture();
        table.insert(1, "later", "y");
        table.remove(0, 3, cells.get(3));
        table.remove(0, "between", table.find(0, "between"));
        assertThat(cells.get(0).valueAt(first.version())).isEqualTo("old");
        assertThat(cells.get(3).valueAt(second.version())).isEqualTo("new");

        // when
        first.close();
        table.tidy(1000);
        second.close();
        boolean tidied = table.tidy(1000);

        // then
        assertThat(tidied).isTrue();
        assertThat(table.layers()).hasSize(1);
        assertThat(table.layers().get(0).group(0)).containsOnlyKeys(0, 1, 2, 4, 5, 6, 7, 8, 9);
        assertThat(table.layers().get(0).group(1)).containsOnlyKeys("later");
        assertThat(cells)
                .allSatisfy(cell -> assertThat(cell.valueAt(first.version())).isNull());
    }

    @Test
    void shouldTidyALittleAtATime() {
        List<Cell<String>> cells = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            cells.add(table.insert(0, i, "old"));
        }
        HeapCapture capture = capture();
        cells.forEach(cell -> table.write(cell, "new"));
        capture.close();

        assertThat(table.tidy(9)).isFalse();
        assertThat(cells.get(8).valueAt(capture.version())).isNull();
        assertThat(cells.get(9).valueAt(capture.version())).isEqualTo("old");
        assertThat(table.tidy(9)).isTrue();
    }

    @Test
    void shouldLoseNoKeyWhenACaptureComesInTheMiddleOfMerging() {
        // given: a layer of which the first key group is merged
        HeapCapture first = capture();
        table.insert(0, "a", "1");
        table.insert(1, "b", "2");
        first.close();
        table.tidy(1);
        assertThat(table.layers().get(1).group(0)).isEmpty();
        assertThat(table.layers().get(1).group(1)).isNotEmpty();

        // when
        HeapCapture second = capture();
        table.insert(0, "c", "3");
        second.close();
        table.tidy(1000);

        // then
        assertThat(table.layers()).hasSize(1);
        assertThat(valueOf("a")).isEqualTo("1");
        assertThat(valueOf("c")).isEqualTo("3");
        assertThat(table.find(1, "b").value()).isEqualTo("2");
    }

    @Test
    void shouldForgetWhatOnlyReleasedCapturesNeedWhenThereIsAlwaysAnother() {
        Cell<String> often = table.insert(0, "a", "value-0");
        Cell<String> once = table.insert(0, "b", "old");
        HeapCapture previous = capture();
        table.write(once, "new");

        for (int i = 1; i < 100; i++) {
            table.write(often, "value-" + i);
            HeapCapture next = capture();
            assertThat(often.valueAt(previous.version())).isEqualTo("value-" + (i - 1));
            previous.close();
            assertThat(table.tidy(1000)).isTrue();

            assertThat(often.valueAt(next.version())).isEqualTo("value-" + i);
            assertThat(often.valueAt(previous.version())).isNull();
            assertThat(once.valueAt(0)).isNull();
            previous = next;
        }
    }

    @Test
    void shouldKeepFewLayersWhenThereIsAlwaysACapture() {
        HeapCapture previous = capture();
        for (int i = 0; i < 100; i++) {
            table.insert(i % GROUPS, i, "value-" + i);
            HeapCapture next = capture();
            previous.close();
            previous = next;
            assertThat(table.layers()).hasSizeLessThan(7);
        }

        for (int i = 0; i < 100; i++) {
            assertThat(table.find(i % GROUPS, i).valueAt(previous.version())).isEqualTo("value-" + i);
        }
    }

    @Test
    void shouldNotGrowWhenKeysComeAndGoDuringACapture() {
        table.insert(0, "kept", "value");
        HeapCapture capture = capture();

        for (int i = 0; i < 100; i++) {
            Cell<String> cell = table.insert(0, i, "value");
            table.remove(0, i, cell);
        }

        assertThat(table.layers().get(1).group(0)).isEmpty();
        assertThat(valueOf("kept")).isEqualTo("value");
        assertThat(table.find(0, "kept").valueAt(capture.version())).isEqualTo("value");
    }

    private String valueOf(Object key) {
        return table.find(0, key).value();
    }

    private HeapCapture capture() {
        var capture = new HeapCapture(
                1, captures.version(), new KeyGroupRange(0, GROUPS - 1), List.of(), captures::removeReleased);
        captures.add(capture);
        return capture;
    }
}
