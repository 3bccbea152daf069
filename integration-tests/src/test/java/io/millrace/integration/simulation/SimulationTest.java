package io.millrace.integration.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fixed set of seeds; integration-tests/simulate plays others. */
class SimulationTest {

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldShowWhatAnUndisturbedRunShows(long seed) {
        assertThat(Simulation.run(seed).steps()).isPositive();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("few")
    void shouldTakeTheSameCourseWhenPlayedAgain(long seed) {
        assertThat(Simulation.run(seed)).isEqualTo(Simulation.run(seed));
    }

    static LongStream few() {
        return LongStream.range(0, 20);
    }
}
