package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class RefusedByBrokersTest {

    @Test
    void shouldTellRefusalsFromWhatMayPass() {
        assertThat(RefusedByBrokers.is(new InvalidTimestampException("too old")))
                .isTrue();
        assertThat(RefusedByBrokers.is(new CorruptRecordException("changed on the way")))
                .isFalse();
        assertThat(RefusedByBrokers.is(new TimeoutException("no answer"))).isFalse();
    }
}
