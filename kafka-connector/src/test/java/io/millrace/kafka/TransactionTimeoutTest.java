package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.StartRefusedException;
import io.millrace.spi.CommitLogContext;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransactionTimeoutTest {

    private static final Duration MAXIMUM = Duration.ofMinutes(15);

    private static TransactionTimeout derive(Duration interval, Duration timeout, Optional<Duration> chosen) {
        return TransactionTimeout.derive(new CommitLogContext("job", interval, timeout, error -> {}), chosen, MAXIMUM);
    }

    @Test
    void shouldCoverTwoCheckpointsWhenDerived() {
        TransactionTimeout timeout = derive(Duration.ofSeconds(1), Duration.ofSeconds(60), Optional.empty());
        assertThat(timeout.value()).isEqualTo(Duration.ofMillis(152_500));
        assertThat(timeout.usable()).isEqualTo(Duration.ofSeconds(122));
    }

    @Test
    void shouldNotBeShorterThanTenSecondsWhenDerived() {
        assertThat(derive(Duration.ofMillis(100), Duration.ofMillis(500), Optional.empty())
                        .value())
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void shouldBeTheBrokersMaximumWhenMoreIsWanted() {
        assertThat(derive(Duration.ofMinutes(1), Duration.ofMinutes(10), Optional.empty())
                        .value())
                .isEqualTo(MAXIMUM);
    }

    @Test
    void shouldRefuseWhenCheckpointDoesNotFitIntoBrokersMaximum() {
        Duration most = Duration.ofMinutes(12).minusMillis(1);
        assertThat(derive(Duration.ZERO, most, Optional.empty()).value()).isEqualTo(MAXIMUM);
        assertThatThrownBy(() -> derive(Duration.ZERO, Duration.ofMinutes(12), Optional.empty()))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("brokers allow at most 900000 (their transaction.max.timeout.ms)")
                .hasMessageContaining("JobOptions.checkpointTimeout");
    }

    @Test
    void shouldTakeChosenTimeoutWhenItFits() {
        assertThat(derive(Duration.ofMillis(100), Duration.ofMillis(500), Optional.of(Duration.ofSeconds(2)))
                        .value())
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void shouldRefuseWhenChosenTimeoutIsTooShortOrTooLong() {
        assertThatThrownBy(() ->
                        derive(Duration.ofSeconds(1), Duration.ofSeconds(60), Optional.of(Duration.ofSeconds(76))))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("checkpoint interval (1 s) and checkpoint timeout (60 s)")
                .hasMessageContaining("transaction.timeout.ms is set to 76000");
        assertThatThrownBy(() ->
                        derive(Duration.ofSeconds(1), Duration.ofSeconds(60), Optional.of(Duration.ofMinutes(16))))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("960000")
                .hasMessageContaining("900000");
    }
}
