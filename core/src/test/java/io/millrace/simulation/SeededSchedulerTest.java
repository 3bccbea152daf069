package io.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeededSchedulerTest {

    private final List<String> ran = new ArrayList<>();

    @Test
    void shouldMakeTheSameStepsWhenSeedIsTheSame() {
        assertThat(digestOf(7)).isEqualTo(digestOf(7));
    }

    @Test
    void shouldMakeOtherStepsWhenSeedIsAnother() {
        assertThat(LongStream.range(0, 20).map(this::digestOf).distinct().count())
                .isGreaterThan(10);
    }

    @Test
    void shouldRunEventsInOrder() {
        // given
        SeededScheduler world = new SeededScheduler(1);
        SimulatedProcess process = world.process("one");
        IntStream.range(0, 100).forEach(i -> process.execute(() -> ran.add("" + i)));

        // when
        world.runUntilQuiet(1_000);

        // then
        assertThat(ran).isEqualTo(IntStream.range(0, 100).mapToObj(i -> "" + i).toList());
    }

    @Test
    void shouldMoveClockToNextTimerWhenNothingElseCanGoOn() {
        // given
        SeededScheduler world = new SeededScheduler(1);
        SimulatedProcess process = world.process("one");
        process.schedule(
                Duration.ofMillis(20), () -> ran.add("late at " + world.clock().millis()));
        process.schedule(
                Duration.ofMillis(10), () -> ran.add("early at " + world.clock().millis()));
        process.schedule(Duration.ofMillis(5), () -> ran.add("never")).cancel();

        // when
        world.runUntil(() -> ran.size() == 2, 100);

        // then
        assertThat(ran).containsExactly("early at 10", "late at 20");
    }

    @Test
    void shouldLetOtherThingsHappenBetweenCallAndOutcome() {
        // given: a commit that took effect although its answer was not heard
        SeededScheduler world = new SeededScheduler(3);
        SimulatedProcess process = world.process("one");
        process.call("commit", () -> ran.add("effect"), (result, failure) -> ran.add("outcome"));
        world.runUntil(() -> ran.contains("effect"), 10);

        // when
        process.kill();
        world.runUntilQuiet(10);

        // then
        assertThat(ran).containsExactly("effect");
    }

    @Test
    void shouldDescribeEverythingWhenNothingCanGoOn() {
        // given
        SeededScheduler world = new SeededScheduler(42);
        SimulatedProcess process = world.process("one");
        process.execute(() -> ran.add("event"));

        // when, then
        assertThatThrownBy(() -> world.runUntil(() -> false, 100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Nothing can go on")
                .hasMessageContaining("seed 42")
                .hasMessageContaining("process one")
                .hasMessageContaining("1 one:event");
    }

    @Test
    void shouldEndWhenStepsAreUsedUp() {
        // given
        SeededScheduler world = new SeededScheduler(42);
        SimulatedProcess process = world.process("one");
        process.execute(new Runnable() {
            @Override
            public void run() {
                process.execute(this);
            }
        });

        // when, then
        assertThatThrownBy(() -> world.runUntil(() -> false, 100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Not done after 100 steps");
    }

    @Test
    void shouldDropEverythingOfKilledProcessOnly() {
        // given
        SeededScheduler world = new SeededScheduler(1);
        SimulatedProcess killed = world.process("killed");
        SimulatedProcess other = world.process("other");
        killed.execute(() -> ran.add("killed"));
        killed.schedule(Duration.ZERO, () -> ran.add("killed"));
        killed.call("call", () -> ran.add("killed"), (result, failure) -> {});
        other.execute(() -> ran.add("other"));

        // when
        killed.kill();
        killed.execute(() -> ran.add("killed"));
        world.runUntilQuiet(100);

        // then
        assertThat(ran).containsExactly("other");
    }

    private long digestOf(long seed) {
        SeededScheduler world = new SeededScheduler(seed);
        for (String name : List.of("a", "b")) {
            SimulatedProcess process = world.process(name);
            IntStream.range(0, 20).forEach(i -> {
                process.execute(() -> {});
                process.call("call-" + i, () -> i, (result, failure) -> {});
                process.schedule(Duration.ofMillis(i), () -> {});
            });
        }
        world.runUntilQuiet(10_000);
        return world.digest();
    }
}
