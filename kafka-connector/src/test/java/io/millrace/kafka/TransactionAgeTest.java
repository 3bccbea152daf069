package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransactionAgeTest {

    private final TransactionAge age = new TransactionAge();

    @Test
    void shouldCountFromFirstRecord() {
        assertThat(age.isOpen()).isFalse();
        assertThat(age.at(1000)).isZero();
        age.opened(1000);
        age.opened(5000);
        assertThat(age.isOpen()).isTrue();
        assertThat(age.at(6000)).isEqualTo(Duration.ofNanos(5000));
    }

    @Test
    void shouldStartAnewWhenTransactionEnded() {
        age.opened(1000);
        age.ended();
        assertThat(age.at(9000)).isZero();
        age.opened(9000);
        assertThat(age.at(9001)).isEqualTo(Duration.ofNanos(1));
    }
}
