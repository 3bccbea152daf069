package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.time.ManualEventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class AttemptResourcesTest {

    private final ManualEventLoop loop = new ManualEventLoop();
    private final AttemptResources resources = new AttemptResources();
    private final List<String> closed = new ArrayList<>();

    @Test
    void shouldCloseEachInACallOfItsOwnSoThatNoneWaitsForAnother() {
        // given
        List.of("a", "b", "c").forEach(name -> resources.keep(() -> closed.add(name)));

        // when
        resources.close(loop, () -> closed.add("all"));

        // then
        assertThat(loop.pendingCalls()).hasSize(3);
        for (int i = 0; i < 3; i++) {
            loop.runEvents();
            assertThat(closed).doesNotContain("all");
            loop.runCall("close");
        }
        loop.runEvents();
        assertThat(closed).containsExactly("a", "b", "c", "all");
    }

    @Test
    void shouldCloseTheOthersWhenOneThrows() {
        // given
        resources.keep(() -> {
            throw new IllegalStateException("no");
        });
        resources.keep(() -> closed.add("b"));

        // when
        resources.close(loop, () -> closed.add("all"));
        loop.runCall("close");
        loop.runCall("close");
        loop.runEvents();

        // then
        assertThat(closed).containsExactly("b", "all");
    }

    @Test
    void shouldBeClosedAtOnceWhenThereIsNothingToClose() {
        // when
        resources.close(loop, () -> closed.add("all"));
        loop.runEvents();

        // then
        assertThat(closed).containsExactly("all");
    }

    @Test
    void shouldCloseWhatComesTooLate() {
        // given
        resources.close(loop, () -> {});

        // when, then
        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> resources.keep(() -> closed.add("late")));
        assertThat(closed).containsExactly("late");
    }
}
