package io.millrace.integration.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fixed set of seeds, and those that once found something; integration-tests/simulate plays others. */
class SimulationTest {

    /** Seeds of a run that showed a fault of the engine, or of what judges it. */
    private static final long[] FOUND_SOMETHING = {
        294,
        1138,
        2202,
        4013,
        6432,
        91_000_026,
        11_727_642_650L,
        140_777_645_137L,
        186_448_535_983L,
        239_086_599_534L,
        503_193_570_405L,
        505_433_466_506L,
        672_810_106_018L,
        769_674_057_694L
    };

    static LongStream seeds() {
        return LongStream.concat(LongStream.range(0, 200), LongStream.of(FOUND_SOMETHING));
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
