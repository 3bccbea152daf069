package io.millrace.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CellTest {

    private static final int ROUNDS = 50_000;
    private static final int VERSIONS = 100;
    private static final Integer NOT_YET = -1;

    /** A capture of one cell, whose value was the number of the version. */
    private record View(Cell<Integer> cell, int version) {}

    private volatile @Nullable View newest = new View(new Cell<>(0, 0), 0);

    @Test
    void shouldGiveEachCaptureItsOwnValue() {
        Cell<String> cell = new Cell<>("first", 3);
        cell.setAside("second", 5, true);
        cell.setAside(null, 6, true);
        cell.setAside("third", 8, true);

        assertThat(cell.valueAt(2)).isNull();
        assertThat(cell.valueAt(3)).isEqualTo("first");
        assertThat(cell.valueAt(4)).isEqualTo("first");
        assertThat(cell.valueAt(5)).isEqualTo("second");
        assertThat(cell.valueAt(6)).isNull();
        assertThat(cell.valueAt(7)).isNull();
        assertThat(cell.valueAt(8)).isEqualTo("third");
        assertThat(cell.value()).isEqualTo("third");
    }

    @Test
    void shouldNeverShowALaterValueToAnotherThread() throws Exception {
        // given: a thread that reads the newest capture over and over
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<@Nullable String> reader = CompletableFuture.supplyAsync(() -> readUntilTheEnd(begun));
        begun.await(30, TimeUnit.SECONDS);

        // when: meanwhile each captured value is replaced
        for (int round = 0; round < ROUNDS && !reader.isDone(); round++) {
            Cell<Integer> cell = new Cell<>(0, 0);
            for (int version = 0; version < VERSIONS; version++) {
                newest = new View(cell, version);
                cell.setAside(NOT_YET, version + 1, true);
                cell.overwrite(version + 1);
            }
        }
        newest = null;

        // then
        assertThat(reader.get(30, TimeUnit.SECONDS)).isNull();
    }

    private @Nullable String readUntilTheEnd(CountDownLatch begun) {
        begun.countDown();
        for (View view = newest; view != null; view = newest) {
            Integer seen = view.cell().valueAt(view.version());
            if (seen == null || seen != view.version()) {
                return "capture " + view.version() + " held " + view.version() + ", but shows " + seen;
            }
        }
        return null;
    }
}
