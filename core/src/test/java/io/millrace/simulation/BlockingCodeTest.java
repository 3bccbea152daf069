package io.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockingCodeTest {

    private final SeededScheduler world = new SeededScheduler(5);
    private final SimulatedProcess one = world.process("one");
    private final SimulatedProcess other = world.process("other");
    private final List<String> ran = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldLetOthersGoOnWhileCodeWaits() {
        // given
        one.background().execute(() -> {
            ran.add("before");
            one.block("the other's news", () -> ran.contains("news"));
            ran.add("after");
        });
        other.schedule(Duration.ofMillis(5), () -> ran.add("news"));

        // when
        world.runUntil(() -> ran.contains("after"), 100);

        // then
        assertThat(ran).containsExactly("before", "news", "after");
    }

    @Test
    void shouldWakeSleeperWhenTimeHasPassed() {
        // given
        one.call(
                "sleep",
                () -> {
                    one.clock().sleep(Duration.ofMillis(20));
                    return "slept until " + one.clock().millis();
                },
                (result, error) -> ran.add(result));

        // when
        world.runUntil(() -> !ran.isEmpty(), 100);

        // then
        assertThat(ran).containsExactly("slept until 20");
    }

    @Test
    void shouldSayWhetherConditionHeldWhenWaitIsBounded() {
        // given
        other.schedule(Duration.ofMillis(10), () -> ran.add("news"));
        for (int millis : new int[] {5, 15}) {
            one.background().execute(() -> {
                boolean held = one.block("news", Duration.ofMillis(millis), () -> ran.contains("news"));
                ran.add("within " + millis + ": " + held);
            });
        }

        // when
        world.runUntil(() -> ran.size() == 3, 100);

        // then
        assertThat(ran).containsExactly("within 5: false", "news", "within 15: true");
    }

    @Test
    void shouldHandOverWhatCodeThrew() {
        // given
        one.call(
                "fail",
                () -> {
                    throw new IOException("disk full");
                },
                (result, error) -> ran.add(error.getMessage()));

        // when
        world.runUntilQuiet(10);

        // then
        assertThat(ran).containsExactly("disk full");
    }

    @Test
    void shouldRefuseToWaitWhenCalledByAnEvent() {
        // given
        one.execute(() -> one.block("anything", () -> true));

        // when, then
        assertThatThrownBy(() -> world.runUntilQuiet(10))
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("Only blocking code of one can wait, not an event, a timer or a task's step");
    }

    @Test
    void shouldUnwindWaitingCodeWhenProcessIsKilled() {
        // given
        one.background().execute(() -> {
            try {
                one.block("for ever", () -> false);
            } finally {
                ran.add("unwound, alive: " + one.isAlive());
                one.execute(() -> ran.add("never"));
            }
        });
        other.background().execute(() -> other.block("the end", () -> ran.contains("end")));
        world.runUntilQuiet(10);

        // when
        one.kill();
        world.runUntilQuiet(10);

        // then
        assertThat(ran).containsExactly("unwound, alive: false");
    }

    @Test
    void shouldUnwindAllCodeWhenOneStretchKillsItsProcess() {
        // given
        one.background().execute(() -> {
            try {
                one.block("for ever", () -> false);
            } finally {
                ran.add("waiting one");
            }
        });
        world.runUntilQuiet(10);
        one.background().execute(() -> {
            try {
                one.kill();
                ran.add("never");
            } finally {
                ran.add("killing one");
            }
        });

        // when
        world.runUntilQuiet(10);

        // then
        assertThat(ran).containsExactly("waiting one", "killing one");
    }

    @Test
    void shouldDoNothingWhileFrozenAndGoOnLate() {
        // given
        one.schedule(
                Duration.ofMillis(5), () -> ran.add("timer at " + one.clock().millis()));
        one.background().execute(() -> {
            one.block("a moment", Duration.ofMillis(1), () -> false);
            ran.add("code at " + one.clock().millis());
        });
        world.runUntilQuiet(10);
        one.execute(() -> ran.add("event"));
        other.schedule(Duration.ofMillis(50), () -> ran.add("other"));

        // when
        one.freeze();
        world.runUntil(() -> ran.contains("other"), 100);
        one.thaw();
        world.runUntil(() -> ran.size() == 4, 100);

        // then
        assertThat(ran).startsWith("other").contains("event", "timer at 50", "code at 50");
    }

    @Test
    void shouldEndWithViolationWhateverTheCodeMakesOfIt() {
        // given
        one.background().execute(() -> world.violated(new AssertionError("two owners")));

        // when, then
        assertThatThrownBy(() -> world.runUntilQuiet(10))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("two owners")
                .hasMessageContaining("seed 5");
    }

    @Test
    void shouldShowTimeAndActorInTrace() {
        // given
        one.schedule(Duration.ofMillis(7), () -> one.trace("commits checkpoint 3"));

        // when
        world.runUntil(() -> !world.traceLines().isEmpty(), 10);

        // then
        assertThat(world.traceLines()).containsExactly("      7,000 us  one          commits checkpoint 3");
    }
}
