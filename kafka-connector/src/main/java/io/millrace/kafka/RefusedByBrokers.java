package io.millrace.kafka;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;

/** Tells the errors of sends that concern the record itself from those of the cluster or the connection. */
final class RefusedByBrokers {

    private RefusedByBrokers() {}

    static boolean is(Exception error) {
        return error instanceof RecordTooLargeException
                || error instanceof RecordBatchTooLargeException
                || error instanceof InvalidRecordException
                || error instanceof InvalidTimestampException
                || error instanceof UnsupportedForMessageFormatException
                || error instanceof PolicyViolationException;
    }
}
