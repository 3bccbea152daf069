package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RestartStrategy;
import io.millrace.spi.NewAttemptException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestartPolicyTest {

    private static final Throwable FAILURE = new IllegalStateException("failed");

    @Test
    void shouldNotCountAttemptsThatEndedOnPurpose() {
        Throwable wanted = new NewAttemptException("the topic is another");
        RestartPolicy none = new RestartPolicy(RestartStrategy.none(), new SplittableRandom(1));
        RestartPolicy once =
                new RestartPolicy(RestartStrategy.fixedDelay(1, Duration.ofMillis(5)), new SplittableRandom(1));

        assertThat(none.ended(wanted)).isPresent();
        assertThat(once.ended(wanted)).isPresent();
        assertThat(once.ended(wanted)).isPresent();
        assertThat(once.ended(FAILURE)).isPresent();
        assertThat(once.ended(FAILURE)).isEmpty();
    }

    @Test
    void shouldNeverRestartWhenTheStrategyIsNone() {
        RestartPolicy policy = new RestartPolicy(RestartStrategy.none(), new SplittableRandom(1));

        assertThat(policy.ended(FAILURE)).isEmpty();
    }

    @Test
    void shouldGiveUpAfterTheGivenNumberOfFailuresInARow() {
        Duration delay = Duration.ofMillis(5);
        RestartPolicy policy = new RestartPolicy(RestartStrategy.fixedDelay(2, delay), new SplittableRandom(1));

        assertThat(policy.ended(FAILURE)).contains(delay);
        assertThat(policy.ended(FAILURE)).contains(delay);
        assertThat(policy.ended(FAILURE)).isEmpty();
    }

    @Test
    void shouldCountAnewWhenACheckpointWasCommittedInBetween() {
        Duration delay = Duration.ofMillis(5);
        RestartPolicy policy = new RestartPolicy(RestartStrategy.fixedDelay(1, delay), new SplittableRandom(1));
        policy.ended(FAILURE);

        policy.progressed();

        assertThat(policy.ended(FAILURE)).contains(delay);
    }

    @Test
    void shouldDoubleTheDelayUpToTheMaximumWithinATenth() {
        Duration initial = Duration.ofMillis(100);
        Duration max = Duration.ofMillis(1000);
        RestartPolicy policy =
                new RestartPolicy(RestartStrategy.exponentialDelay(initial, max), new SplittableRandom(7));

        List<Long> delays = IntStream.range(0, 6)
                .mapToObj(i -> policy.ended(FAILURE).orElseThrow().toMillis())
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
                        .ended(FAILURE)
                        .orElseThrow())
                .distinct()
                .toList();

        assertThat(delays).hasSizeGreaterThan(10);
    }
}
