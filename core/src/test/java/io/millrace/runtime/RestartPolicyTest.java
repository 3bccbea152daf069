package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RestartStrategy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {

    @Test
    void shouldNeverRestartWhenTheStrategyIsNone() {
        RestartPolicy policy = new RestartPolicy(RestartStrategy.none(), new SplittableRandom(1));

        assertThat(policy.failed()).isEmpty();
    }

    @Test
    void shouldGiveUpAfterTheGivenNumberOfFailuresInARow() {
        Duration delay = Duration.ofMillis(5);
        RestartPolicy policy = new RestartPolicy(RestartStrategy.fixedDelay(2, delay), new SplittableRandom(1));

        assertThat(policy.failed()).contains(delay);
        assertThat(policy.failed()).contains(delay);
        assertThat(policy.failed()).isEmpty();
    }

    @Test
    void shouldCountAnewWhenACheckpointWasCommittedInBetween() {
        Duration delay = Duration.ofMillis(5);
        RestartPolicy policy = new RestartPolicy(RestartStrategy.fixedDelay(1, delay), new SplittableRandom(1));
        policy.failed();

        policy.progressed();

        assertThat(policy.failed()).contains(delay);
    }

    @Test
    void shouldDoubleTheDelayUpToTheMaximumWithinATenth() {
        Duration initial = Duration.ofMillis(100);
        Duration max = Duration.ofMillis(1000);
        RestartPolicy policy =
                new RestartPolicy(RestartStrategy.exponentialDelay(initial, max), new SplittableRandom(7));

        List<Long> delays = IntStream.range(0, 6)
                .mapToObj(i -> policy.failed().orElseThrow().toMillis())
                .toList();

        List<Long> expected = List.of(100L, 200L, 400L, 800L, 1000L, 1000L);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(delays.get(i)).isBetween(expected.get(i) * 9 / 10, expected.get(i) * 11 / 10);
        }
    }

    @Test
    void shouldNotWaitTheSameTimeInEveryJob() {
        RestartStrategy strategy = RestartStrategy.exponentialDelay(Duration.ofSeconds(1), Duration.ofSeconds(1));

        List<Duration> delays = IntStream.range(0, 20)
                .mapToObj(seed -> new RestartPolicy(strategy, new SplittableRandom(seed))
                        .failed()
                        .orElseThrow())
                .distinct()
                .toList();

        assertThat(delays).hasSizeGreaterThan(10);
    }
}
