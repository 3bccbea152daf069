package io.millrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RecordFailedException;
import io.millrace.api.RecordFailedException.Reason;
import io.millrace.api.RecordRefusedException;
import org.junit.jupiter.api.Test;

/** S08, S27: a record that can never be written does not restart a job for ever. */
class RefusedRecordsTest {

    private static final Throwable BEFORE_SENDING =
            new RecordFailedException("out", "out[0]", null, Reason.REFUSED, "too large", null);
    private static final Throwable BY_BROKERS = new RecordRefusedException("too large");

    private final RefusedRecords refused = new RefusedRecords();

    @Test
    void shouldBeEnoughAtThirdRefusalInARow() {
        assertThat(refused.isEnough(BY_BROKERS)).isFalse();
        assertThat(refused.isEnough(BEFORE_SENDING)).isFalse();
        assertThat(refused.isEnough(BEFORE_SENDING)).isTrue();
    }

    @Test
    void shouldCountOnOverAFewCommitsAndOtherFailures() {
        refused.isEnough(BEFORE_SENDING);
        refused.progressed();
        assertThat(refused.isEnough(new IllegalStateException("broker gone"))).isFalse();
        refused.isEnough(BEFORE_SENDING);
        refused.progressed();
        assertThat(refused.isEnough(BEFORE_SENDING)).isTrue();
    }

    @Test
    void shouldForgetWhenJobGotPastTheRecord() {
        refused.isEnough(BEFORE_SENDING);
        refused.isEnough(BEFORE_SENDING);
        for (int i = 0; i < RefusedRecords.COMMITS_TO_FORGET; i++) {
            refused.progressed();
        }
        assertThat(refused.isEnough(BEFORE_SENDING)).isFalse();
    }

    @Test
    void shouldNeverBeEnoughWhenRecordMayPassNextTime() {
        Throwable byFunction = new RecordFailedException("map-1", "map-1[0]", null, Reason.FUNCTION, "broken", null);
        for (int i = 0; i < 10; i++) {
            assertThat(refused.isEnough(byFunction)).isFalse();
        }
    }
}
